import './service-log.css'
import { useQuery } from '@tanstack/react-query'
import { can } from '#contract/access/permissions.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { screens } from '#contract/paths.ts'
import type { LoggedNote } from '#contract/service-log/endpoints.ts'
import { findingLabels } from '#contract/service-log/findings.ts'
import { periodErrors } from '#contract/service-log/rules.ts'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ExportButton, ExportStatus, useCsvDownload } from '#portal/downloads/export.tsx'
import { ListFilters } from '#portal/lists/list-filters.tsx'
import { type List, useListState } from '#portal/lists/list-state.ts'
import { RecordList } from '#portal/lists/record-list.tsx'
import { noteBeginning } from '#portal/notes/delete-note-dialog.tsx'
import { factsOf } from '#portal/notes/note-facts.tsx'
import { noteElementId } from '#portal/notes/note-marks.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { shortCalendarDate, shortDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/person.tsx'
import { plural } from '#portal/screen/plural.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { useWorkerFilter } from '#portal/workers/workers.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { downloadLog, type LogFilters, logPageQuery, periodOf, readLogFilters } from './queries.ts'

export function ServiceLogScreen() {
  const list = useListState(readLogFilters)
  const { role } = useSession()
  const period = periodOf(list.state)
  const { to: periodError } = periodErrors(period)
  const exporting = useCsvDownload({
    read: (signal) => downloadLog(list.state, signal),
    fileName: `service-log-${period.from}-${period.to}.csv`,
    failed: 'The service log could not be downloaded.',
  })
  return (
    <Screen
      title={screens.serviceLog.title}
      confidential
      intro={
        <p>
          All clients’ notes, by date of service or, without one, by the date written. Flags are for review.
          Nothing is changed automatically.
        </p>
      }
      actions={
        can(role, 'service-log:export') && (
          <ExportButton exporting={exporting} kind="csv" disabled={periodError !== undefined} />
        )
      }
    >
      <div className="list-screen">
        <LogListFilters list={list} periodError={periodError} />
        <ExportStatus exporting={exporting} />
        {!periodError && <LoggedNotes list={list} />}
      </div>
    </Screen>
  )
}

const serviceOptions = [{ value: '', label: 'All' }, ...optionsOf(noteFields.service.choices)]
const findingOptions = [{ value: '', label: 'Any' }, ...optionsOf(findingLabels)]
const withoutOptions = [
  { value: '', label: 'All' },
  { value: 'signature', label: 'Not signed' },
  { value: 'review', label: 'Not reviewed' },
]

function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

type LogListFiltersProps = { list: List<LogFilters>; periodError: string | undefined }

function LogListFilters({ list, periodError }: LogListFiltersProps) {
  const { state, setFilters, selectFor } = list
  const everyone = { value: '', label: 'Everyone' }
  const authors = useWorkerFilter(state.author, [everyone])
  const workers = useWorkerFilter(state.worker, [everyone, { value: 'nobody', label: 'Unassigned' }])
  return (
    <ListFilters
      list={list}
      first={{
        names: ['from', 'to'],
        fields: <DayRangeFields days={periodOf(state)} error={periodError} onChosen={setFilters} />,
      }}
    >
      <SelectField label="Author" options={authors} {...selectFor('author')} />
      <SelectField label="Worker" options={workers} {...selectFor('worker')} />
      <SelectField label="Service" options={serviceOptions} {...selectFor('service')} />
      <SelectField label="Signature and review" options={withoutOptions} {...selectFor('without')} />
      <SelectField label="Flags" options={findingOptions} {...selectFor('finding')} />
    </ListFilters>
  )
}

function LoggedNotes({ list }: { list: List<LogFilters> }) {
  const query = useQuery(logPageQuery(list.state))
  const areaPath = useAreaPath()
  return (
    <RecordList
      list={list}
      query={query}
      title={screens.serviceLog.title}
      loading="Loading the notes…"
      loadFailed="Unable to load the service log."
      count={({ total, state }) => {
        const { from, to } = periodOf(state)
        return `${plural(total, 'note', 'notes')}, ${shortCalendarDate(from)} – ${shortCalendarDate(to)}`
      }}
      emptyPage={{
        icon: 'edit',
        title: 'This page is empty now',
        detail: 'The notes that were here have been changed or deleted.',
      }}
      nothing={() => (
        <EmptyState icon="edit" title="No notes match">
          Choose other dates, or clear the filters.
        </EmptyState>
      )}
    >
      {(shown) => (
        <DataTable
          caption={screens.serviceLog.title}
          columns={columnsOf((note) => `${areaPath('clientNotes', note.clientId)}#${noteElementId(note)}`)}
          rowKey={({ id }) => id}
          {...shown}
        />
      )}
    </RecordList>
  )
}

const columnsOf = (hrefOf: (note: LoggedNote) => string): Column<LoggedNote>[] => [
  {
    key: 'client',
    header: 'Client',
    rowHeader: true,
    cell: (note) => (
      <>
        <Anchor href={hrefOf(note)} dir="auto">
          {fullName(note.client)}
        </Anchor>
        <div className="small-soft">{shortCalendarDate(note.client.dateOfBirth)}</div>
      </>
    ),
  },
  {
    key: 'note',
    header: 'Note',
    inCard: 'start',
    cell: (note) => (
      <>
        <div className="small-soft">{factsOf(note) || shortDate(note.createdAt)}</div>
        {note.corrects && <div className="small-soft">Corrects another note</div>}
        <div className="service-log-text written-text" dir="auto">
          {noteBeginning(note.text)}
        </div>
      </>
    ),
  },
  {
    key: 'author',
    header: 'Author',
    cell: (note) => (
      <>
        <bdi>{note.authorName || note.author}</bdi>
        <div className="small-soft">{shortDate(note.createdAt)}</div>
      </>
    ),
  },
  {
    key: 'signed',
    header: 'Signed',
    cell: ({ signedAt, reviewedAt }) =>
      (signedAt || reviewedAt) && (
        <>
          {signedAt && <span className="date-time-part">{shortDate(signedAt)}</span>}
          {reviewedAt && (
            <div className="small-soft">
              Reviewed <span className="date-time-part">{shortDate(reviewedAt)}</span>
            </div>
          )}
        </>
      ),
  },
  {
    key: 'findings',
    header: 'Flags',
    inCard: 'start',
    cell: ({ findings }) =>
      findings.length > 0 && (
        <ul className="service-log-findings row">
          {findings.map((finding) => (
            <li key={finding}>
              <Badge tone="yellow">{findingLabels[finding]}</Badge>
            </li>
          ))}
        </ul>
      ),
  },
]
