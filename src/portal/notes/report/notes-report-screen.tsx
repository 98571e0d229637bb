import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isFailure } from '#portal/calls/call-failure.ts'
import { type FailedQuery, NotLoaded } from '#portal/calls/loaded.tsx'
import { ClientNotLoaded } from '#portal/clients/client-not-loaded.tsx'
import { sharedNoteWording } from '#portal/notes/wording.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { ClientMissing } from '../client-missing.tsx'
import { noteQueries } from '../queries.ts'
import { LoadedReport } from './loaded-report.tsx'
import { ReportButtons } from './report-buttons.tsx'
import { reportWording as wording } from './wording.ts'

export function NotesReportScreen() {
  const { id } = useParams()
  return id ? <ReportOfClient key={id} clientId={id} /> : <ClientMissing title={wording.title} />
}

function ReportOfClient({ clientId }: { clientId: string }) {
  const report = useQuery(noteQueries.report(clientId))
  const { data, error } = report
  const areaPath = useAreaPath()
  if (data) return <LoadedReport {...data} />
  return (
    <Screen
      title={wording.title}
      back={{ href: areaPath('clientNotes', clientId), label: wording.toNotes }}
      actions={!error && <ReportButtons disabled />}
    >
      {error ? (
        <ReportNotLoaded query={report} />
      ) : (
        <div className="report-waiting">
          <LoadingPlace shape="box" lines={2} label={wording.loading} />
        </div>
      )}
    </Screen>
  )
}

/** Decision 56, and better than the specification's empty table: the failure is said, and can be tried again. */
function ReportNotLoaded({ query }: { query: FailedQuery }) {
  if (isFailure(query.error, 'not-found')) return <ClientNotLoaded query={query} />
  return <NotLoaded message={sharedNoteWording.loadFailed} query={query} />
}
