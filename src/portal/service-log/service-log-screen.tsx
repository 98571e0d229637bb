import './service-log.css'
import { can } from '#contract/access/permissions.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { screens } from '#contract/paths.ts'
import { findingLabels } from '#contract/service-log/findings.ts'
import { periodErrors } from '#contract/service-log/rules.ts'
import { noService } from '#contract/service-log/totals.ts'
import { ExportButton, ExportStatus, useCsvDownload } from '#portal/downloads/export.tsx'
import { ListFilters } from '#portal/lists/list-filters.tsx'
import { type List, useListState } from '#portal/lists/list-state.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { useWorkerFilter } from '#portal/workers/workers.tsx'
import { Button } from '#ui/button.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { SelectField } from '#ui/select-field.tsx'
import { LoggedNotes } from './logged-notes.tsx'
import { downloadLog, type LogFilters, periodOf, readLogFilters } from './queries.ts'
import { Totals } from './totals.tsx'
import { countedLabels } from './wording.ts'

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
      <div className="list-screen service-log">
        <Totals list={list} periodError={periodError} />
        <LogListFilters list={list} />
        <ExportStatus exporting={exporting} />
        {!periodError && <LoggedNotes list={list} />}
      </div>
    </Screen>
  )
}

const serviceOptions = [
  { value: '', label: 'All' },
  ...optionsOf(noteFields.service.choices),
  { value: 'none', label: noService },
]
const findingOptions = [{ value: '', label: 'Any' }, ...optionsOf(findingLabels)]
const withoutOptions = [
  { value: '', label: 'All' },
  { value: 'signature', label: 'Not signed' },
  { value: 'review', label: 'Not reviewed' },
]

function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

function LogListFilters({ list }: { list: List<LogFilters> }) {
  const { state, setFilters, selectFor } = list
  const everyone = { value: '', label: 'Everyone' }
  const authors = useWorkerFilter(state.author, [everyone])
  const workers = useWorkerFilter(state.worker, [everyone, { value: 'nobody', label: 'Unassigned' }])
  return (
    <ListFilters list={list} first={{ names: ['from', 'to'], fields: null }}>
      <SelectField label="Author" options={authors} {...selectFor('author')} />
      <SelectField label="Client’s worker" options={workers} {...selectFor('worker')} />
      <SelectField label="Service" name="service" options={serviceOptions} {...selectFor('service')} />
      <SelectField label="Signature and review" options={withoutOptions} {...selectFor('without')} />
      <SelectField label="Flags" options={findingOptions} {...selectFor('finding')} />
      {state.counted && (
        <div ref={focusOnRemoval()}>
          <Button icon="close" onClick={() => setFilters({ counted: undefined })}>
            Only {countedLabels[state.counted]}
          </Button>
        </div>
      )}
    </ListFilters>
  )
}
