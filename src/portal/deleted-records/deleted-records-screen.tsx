import './deleted-records.css'
import { useQuery } from '@tanstack/react-query'
import type { DeletedRecord } from '#contract/deleted-records/endpoints.ts'
import { type DeletableKind, deletableKinds } from '#contract/deleted-records/kinds.ts'
import { auditedKinds } from '#contract/features.ts'
import { screenPath } from '#contract/paths.ts'
import { reasonAfter } from '#portal/calls/call-failure.ts'
import { type List, useListState } from '#portal/lists/list-state.ts'
import { RecordList } from '#portal/lists/record-list.tsx'
import { DateTime } from '#portal/screen/date-time.tsx'
import { dateAndTime, shortCalendarDate } from '#portal/screen/dates.ts'
import { Person } from '#portal/screen/person.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { EmailAddress } from '#ui/unbroken-text.tsx'
import { type DeletedFilters, deletedList, deletedPageQuery, useRestore } from './queries.ts'
import { deletedWording as wording } from './wording.ts'

export function DeletedRecordsScreen() {
  const list = useListState(deletedList)
  const query = useQuery(deletedPageQuery(list.state))
  return (
    <Screen title={wording.title} confidential intro={<p>{wording.intro}</p>}>
      <div className="list-screen deleted-records">
        <search className="list-filters screen-only">
          <SelectField
            label={wording.kind}
            options={kindOptions}
            value={list.state.kind ?? ''}
            onChange={(event) =>
              list.setFilters({ kind: (event.currentTarget.value || undefined) as DeletableKind | undefined })
            }
          />
        </search>
        <RecordList
          list={list}
          query={query}
          refreshing={query.isPlaceholderData}
          title={wording.title}
          loading={wording.loading}
          loadFailed={wording.loadFailed}
          count={({ total }) => wording.count(total)}
          emptyPage={{ icon: 'trash', title: wording.none, detail: wording.noneHere }}
          nothing={({ state }) => <NothingDeleted kind={state.kind} list={list} />}
        >
          {({ items }, countLine) => (
            <DataTable
              caption={wording.title}
              columns={columns}
              rows={items}
              rowKey={({ id }) => id}
              refreshing={query.isPlaceholderData}
              focusAfterRow={countLine}
            />
          )}
        </RecordList>
      </div>
    </Screen>
  )
}

const kindOptions = [
  { value: '', label: wording.allKinds },
  ...deletableKinds.map((kind) => ({ value: kind, label: auditedKinds[kind].plural })),
]

type NothingDeletedProps = { kind: DeletableKind | undefined; list: List<DeletedFilters> }

function NothingDeleted({ kind, list }: NothingDeletedProps) {
  if (kind)
    return (
      <EmptyState
        icon="trash"
        title={wording.noneOfKind}
        action={<Button onClick={() => list.setFilters({ kind: undefined })}>{wording.showAll}</Button>}
      >
        {wording.noneOfKindDetail}
      </EmptyState>
    )
  return (
    <EmptyState icon="trash" title={wording.none}>
      {wording.noneDetail}
    </EmptyState>
  )
}

const columns: Column<DeletedRecord>[] = [
  { key: 'name', header: wording.columns.name, rowHeader: true, cell: Name },
  { key: 'kind', header: wording.columns.kind, cell: ({ kind }) => auditedKinds[kind].label },
  {
    key: 'deletedAt',
    header: wording.columns.deletedAt,
    oneLine: true,
    cell: ({ deletedAt }) => <DateTime instant={deletedAt} />,
  },
  { key: 'deletedBy', header: wording.columns.deletedBy, cell: DeletedBy },
  {
    key: 'actions',
    header: wording.columns.actions,
    align: 'end',
    inCard: 'start',
    screenOnly: true,
    cell: (record) => <Restore record={record} />,
  },
]

const nameId = ({ id }: DeletedRecord): string => `deleted-${id}`

function Name(record: DeletedRecord) {
  const { kind, name, dateOfBirth, email, writtenAt } = record
  const moment = writtenAt && (kind === 'note' ? wording.written : wording.received)(dateAndTime(writtenAt))
  return (
    <div className="list-name" id={nameId(record)}>
      <span dir="auto">{name}</span>
      {dateOfBirth && <small className="small-soft">{wording.born(shortCalendarDate(dateOfBirth))}</small>}
      {email && (
        <small className="small-soft">
          <EmailAddress address={email} />
        </small>
      )}
      {moment && <small className="small-soft">{moment}</small>}
    </div>
  )
}

function DeletedBy({ deletedBy, deletedByName }: DeletedRecord) {
  return deletedBy === null ? wording.unknown : <Person name={deletedByName ?? ''} email={deletedBy} />
}

function Restore({ record }: { record: DeletedRecord }) {
  const { id, kind, name, clientIsDeleted } = record
  const restoring = useRestore()
  const toast = useToast()
  if (clientIsDeleted) return <span className="small-soft">{wording.clientFirst}</span>

  function restore() {
    restoring.mutate(record, {
      onSuccess: () => {
        const href = screenPath('admin', 'clientDetails', id)
        const link = kind === 'client' ? { link: { href, label: wording.openClient } } : {}
        toast({ text: wording.restored(auditedKinds[kind].label, name), ...link })
      },
      onError: (error) => {
        const failed = wording.restoreFailed(name)
        const reason = reasonAfter(failed, error, { 'not-found': wording.gone })
        toast({ tone: 'danger', text: [failed, reason].filter(Boolean).join(' ') })
      },
    })
  }

  return (
    <Button small tone="quiet" busy={restoring.isPending} aria-describedby={nameId(record)} onClick={restore}>
      {wording.restore}
    </Button>
  )
}
