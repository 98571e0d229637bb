import './loaded-report.css'
import { memo, type Ref, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Client } from '#contract/clients/schema.ts'
import type { Note } from '#contract/notes/schema.ts'
import { type DayRange, endsBeforeItBegins, readDays } from '#portal/days/day-range.ts'
import { ExportStatus } from '#portal/downloads/export-status.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { listQuery } from '#portal/screen/list-state.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { ReportButtons } from './report-buttons.tsx'
import { notesWithin, type Report, ReportFacts, rangeText } from './report-facts.tsx'
import { ReportRangeFields } from './report-range-fields.tsx'
import { NoReportRows, ReportRow, ReportTable } from './report-table.tsx'
import { useReportExport } from './use-report-export.ts'
import { reportWording as wording } from './wording.ts'

/** The report of the days that the address names: to be read here, printed, or taken along as a PDF (§2). */
export function LoadedReport({ client, notes }: { client: Client; notes: readonly Note[] }) {
  const [params, setParams] = useSearchParams()
  const areaPath = useAreaPath()
  const area = useRef<HTMLElement>(null)
  const report = useMemo((): Report => {
    const range = readDays(params)
    return { client, range, notes: notesWithin(notes, range) }
  }, [client, notes, params])
  const exporting = useReportExport(area, report)
  const wrongRange = endsBeforeItBegins(report.range)

  // Each day that is chosen would be a step back.
  const setRange = (range: DayRange) => setParams(listQuery(range), { replace: true })

  return (
    <Screen
      title={wording.title}
      back={{ href: areaPath('clientNotes', client.id), label: wording.toNotes }}
      actions={<ReportButtons exporting={exporting} disabled={wrongRange} />}
    >
      <div className="loaded-report">
        <ReportRangeFields range={report.range} onChange={setRange} />
        <p className="visually-hidden" role="status">
          {!wrongRange && wording.counted(rangeText(report.range), report.notes.length)}
        </p>
        <ExportStatus exporting={exporting} wording={wording} />
        {!wrongRange && <ReportArea report={report} ref={area} />}
      </div>
    </Screen>
  )
}

type ReportAreaProps = { report: Report; ref: Ref<HTMLElement> }

/** Hundreds of rows that need no look while the pages of a PDF are counted above them. */
const ReportArea = memo(function ReportArea({ report, ref }: ReportAreaProps) {
  return (
    <section className="report-area" aria-label={wording.title} ref={ref}>
      <ReportFacts {...report} />
      <ReportTable runningHead={[runningHeadOf(report), wording.confidential]}>
        {report.notes.length === 0 && <NoReportRows range={report.range} />}
        {report.notes.map((note) => (
          <ReportRow key={note.id} note={note} />
        ))}
      </ReportTable>
    </section>
  )
})

/** Whose sheet this is; the name is kept apart from what follows, whichever way it runs. */
function runningHeadOf({ client }: Report): string {
  return `\u2068${fullName(client)}\u2069 · ${wording.clientId} ${client.id}`
}
