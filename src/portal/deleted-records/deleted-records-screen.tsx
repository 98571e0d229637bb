import './deleted-records.css'
import { useQuery } from '@tanstack/react-query'
import type { DeletedRecord } from '#contract/deleted-records/endpoints.ts'
import { type DeletableKind, deletableKinds } from '#contract/deleted-records/kinds.ts'
import { auditedKinds } from '#contract/manifests.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { useAction } from '#portal/action/action.tsx'
import { type List, useListState } from '#portal/lists/list-state.ts'
import { RecordList } from '#portal/lists/record-list.tsx'
import { DateTime } from '#portal/screen/date-time.tsx'
import { dateAndTime, shortCalendarDate } from '#portal/screen/dates.ts'
import { Person } from '#portal/screen/person.tsx'
import { plural } from '#portal/screen/plural.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { EmailAddress } from '#ui/unbroken-text.tsx'
import { type DeletedFilters, deletedPageQuery, readDeletedFilters, useRestore } from './queries.ts'

export function DeletedRecordsScreen() {
  const list = useListState(readDeletedFilters)
  const query = useQuery(deletedPageQuery(list.state))
  return (
    <Screen
      title={screens.deletedRecords.title}
      confidential
      intro={
        <p>
          Deleted records are kept here until the server’s operator permanently deletes them. A restored
          record reappears everywhere right away.
        </p>
      }
    >
      <div className="list-screen deleted-records">
        <search className="list-filters screen-only">
          <SelectField label="Kind" options={kindOptions} {...list.selectFor('kind')} />
        </search>
        <RecordList
          list={list}
          query={query}
          title={screens.deletedRecords.title}
          loading="Loading deleted records…"
          loadFailed="Unable to load the deleted records."
          count={({ total }) => plural(total, 'deleted record', 'deleted records')}
          emptyPage={{
            icon: 'trash',
            title: 'No deleted records',
            detail: 'The records that were here have been restored.',
          }}
          nothing={({ state }) => <NothingDeleted kind={state.kind} list={list} />}
        >
          {(shown) => (
            <DataTable
              caption={screens.deletedRecords.title}
              columns={columns}
              rowKey={({ id }) => id}
              {...shown}
            />
          )}
        </RecordList>
      </div>
    </Screen>
  )
}

const kindOptions = [
  { value: '', label: 'All kinds' },
  ...deletableKinds.map((kind) => ({ value: kind, label: auditedKinds[kind].plural })),
]

type NothingDeletedProps = { kind: DeletableKind | undefined; list: List<DeletedFilters> }

function NothingDeleted({ kind, list }: NothingDeletedProps) {
  if (kind)
    return (
      <EmptyState
        icon="trash"
        title="No deleted records of this kind"
        action={<Button onClick={() => list.setFilters({ kind: undefined })}>Show all kinds</Button>}
      >
        Choose another kind.
      </EmptyState>
    )
  return (
    <EmptyState icon="trash" title="No deleted records">
      Deleted clients, notes, files, employees and messages are listed here.
    </EmptyState>
  )
}

const columns: Column<DeletedRecord>[] = [
  { key: 'name', header: 'Name', rowHeader: true, cell: Name },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => auditedKinds[kind].label },
  {
    key: 'deletedAt',
    header: 'Deleted',
    oneLine: true,
    cell: ({ deletedAt }) => <DateTime instant={deletedAt} />,
  },
  { key: 'deletedBy', header: 'Deleted by', cell: DeletedBy },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    inCard: 'start',
    screenOnly: true,
    cell: (record) => <Restore record={record} />,
  },
]

const nameId = ({ id }: DeletedRecord): string => `deleted-${id}`

function Name(record: DeletedRecord) {
  const { kind, name, dateOfBirth, email, writtenAt } = record
  const moment =
    writtenAt &&
    `${kind === 'note' ? 'Written' : kind === 'file' ? 'Added' : 'Received'} ${dateAndTime(writtenAt)}`
  return (
    <div className="list-name" id={nameId(record)}>
      <span dir="auto">{name}</span>
      {dateOfBirth && <small className="small-soft">Born {shortCalendarDate(dateOfBirth)}</small>}
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
  return deletedBy === null ? 'Unknown' : <Person name={deletedByName ?? ''} email={deletedBy} />
}

function Restore({ record }: { record: DeletedRecord }) {
  const { id, kind, name, clientIsDeleted, mergedInto } = record
  const restoring = useAction(useRestore(record), {
    done: {
      title: `Restored: ${name} (${auditedKinds[kind].label.toLowerCase()}).`,
      ...(kind === 'client' && {
        link: { href: screenPath('admin', 'clientDetails', id), label: 'Open the client' },
      }),
    },
    failed: `${name} could not be restored.`,
    reasons: { 'not-found': 'It has already been restored or permanently deleted.' },
  })
  if (mergedInto)
    return (
      <Anchor href={screenPath('admin', 'clientDetails', mergedInto)} aria-describedby={nameId(record)}>
        Merged into another record
      </Anchor>
    )
  if (clientIsDeleted) return <span className="small-soft">Restore the client first</span>
  return (
    <Button
      small
      tone="quiet"
      busy={restoring.isPending}
      aria-describedby={nameId(record)}
      onClick={() => void restoring.start()}
    >
      Restore
    </Button>
  )
}
