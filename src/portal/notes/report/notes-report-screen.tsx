import '#portal/lists/list.css'
import '#ui/card.css'
import './loaded-report.css'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { memo, type Ref, useMemo, useRef } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { screens } from '#contract/paths.ts'
import { ClientNotLoaded } from '#portal/clients/about-client.tsx'
import { ClientStrip } from '#portal/clients/client-strip.tsx'
import { clientWording } from '#portal/clients/wording.ts'
import { allDays, type DayRange, endsBeforeItBegins, readDays } from '#portal/days/day-range.ts'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ExportStatus } from '#portal/downloads/export.tsx'
import { listQuery } from '#portal/lists/list-state.ts'
import { noteElementId } from '#portal/notes/note-marks.tsx'
import { notesWording } from '#portal/notes/wording.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { fullName } from '#portal/screen/person.tsx'
import { plural } from '#portal/screen/plural.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { organizationName } from '#portal/screen/screen-title.tsx'
import { Button } from '#ui/button.tsx'
import { ClientMissing } from '../note-error.tsx'
import { noteQueries } from '../queries.ts'
import { notesWithin, type Report, ReportFacts, rangeText } from './report-facts.tsx'
import { NoReportRows, ReportRow, ReportTable } from './report-table.tsx'
import { type ReportExporting, useReportExport } from './use-report-export.ts'

export function NotesReportScreen() {
  const { id } = useParams()
  return id ? (
    <ReportOfClient key={id} clientId={id} />
  ) : (
    <ClientMissing title={screens.clientNotesReport.title} />
  )
}

function ReportOfClient({ clientId }: { clientId: string }) {
  const report = useQuery(noteQueries.report(clientId))
  const { data, error } = report
  const areaPath = useAreaPath()
  if (data) return <LoadedReport {...data} refetch={report.refetch} />
  return (
    <Screen
      title={screens.clientNotesReport.title}
      back={{ href: areaPath('clientNotes', clientId), label: 'Back to notes' }}
      actions={!error && <ReportButtons disabled />}
    >
      {error ? (
        <ClientNotLoaded query={report} message={notesWording.loadFailed} />
      ) : (
        <LoadingSkeleton lines={10} label="Loading the notes…" />
      )}
    </Screen>
  )
}

type LoadedReportProps = Omit<Report, 'range'> & {
  refetch: UseQueryResult<Omit<Report, 'range'>>['refetch']
}

/** The report of the days in the address: to be read, printed, or downloaded as a PDF. */
function LoadedReport({ client, notes, goals, refetch }: LoadedReportProps) {
  const [params, setParams] = useSearchParams()
  const areaPath = useAreaPath()
  const area = useRef<HTMLElement>(null)
  const report = useMemo((): Report => {
    const range = readDays(params)
    return { client, range, notes: notesWithin(notes, range), goals }
  }, [client, notes, goals, params])
  const exporting = useReportExport(area, report, async () => {
    const { data } = await refetch({ throwOnError: true })
    return data ? { ...data, range: report.range, notes: notesWithin(data.notes, report.range) } : report
  })
  const wrongRange = endsBeforeItBegins(report.range)
  const isOpen = !report.range.from && !report.range.to

  // Otherwise each chosen day would be a step of the Back button.
  const setRange = (range: DayRange) =>
    setParams(listQuery(range), { replace: true, preventScrollReset: true })

  return (
    <Screen
      title={screens.clientNotesReport.title}
      back={{ href: areaPath('clientNotes', client.id), label: 'Back to notes' }}
      actions={<ReportButtons exporting={exporting} disabled={wrongRange} />}
    >
      <ClientStrip clientId={client.id} current="report" />
      <div className="loaded-report stack">
        <fieldset className="list-filters screen-only" aria-label="Dates of the notes">
          <div className="list-filters-more">
            <DayRangeFields
              days={report.range}
              onChosen={(change) => setRange({ ...report.range, ...change })}
            />
          </div>
          <Button
            tone="quiet"
            icon="close"
            aria-disabled={isOpen || undefined}
            onClick={() => isOpen || setRange(allDays)}
          >
            All dates
          </Button>
        </fieldset>
        <p className="visually-hidden" role="status">
          {!wrongRange && `${rangeText(report.range)}: ${plural(report.notes.length, 'note', 'notes')}`}
        </p>
        <ExportStatus
          exporting={exporting}
          preparing="Preparing the pages…"
          progressText={(done, pages) => `${done} of ${pages} pages are ready`}
        />
        {!wrongRange && <ReportArea report={report} ref={area} />}
      </div>
    </Screen>
  )
}

type ReportAreaProps = { report: Report; ref: Ref<HTMLElement> }

/** Memoized: hundreds of rows that don't change while the progress of a PDF is shown. */
const ReportArea = memo(function ReportArea({ report, ref }: ReportAreaProps) {
  return (
    <section className="report-area stack card" aria-label={screens.clientNotesReport.title} ref={ref}>
      <ReportFacts {...report} />
      <ReportTable
        runningHead={[runningHeadOf(report), `${organizationName()} · ${clientWording.confidential}`]}
      >
        {report.notes.length === 0 && <NoReportRows range={report.range} />}
        {report.notes.map((note) => (
          <ReportRow key={note.id} id={noteElementId(note)} note={note} report={report} />
        ))}
      </ReportTable>
    </section>
  )
})

/** The name is isolated: its direction must not affect the id. */
function runningHeadOf({ client }: Report): string {
  return `\u2068${fullName(client)}\u2069 · Client ID: ${client.id}`
}

type ReportButtonsProps = {
  exporting?: ReportExporting
  disabled: boolean
}

/** Also shown, disabled, while the report is loading. */
function ReportButtons({ exporting, disabled }: ReportButtonsProps) {
  const running = exporting?.state.stage === 'running' ? exporting.state.kind : undefined
  return (
    <>
      <Button
        tone="primary"
        icon="download"
        disabled={disabled}
        busy={running === 'pdf'}
        onClick={() => void exporting?.start('pdf')}
      >
        Download PDF
      </Button>
      <Button
        icon="print"
        disabled={disabled}
        busy={running === 'print'}
        onClick={() => void exporting?.start('print')}
      >
        Print Report
      </Button>
    </>
  )
}
