import './report-sheet.css'
import { screens } from '#contract/paths.ts'
import { clientWording } from '#portal/clients/wording.ts'
import { fullName } from '#portal/screen/person.tsx'
import { organizationName } from '#portal/screen/screen-title.tsx'
import type { RowPart } from './page-breaks.ts'
import { type Report, ReportFacts } from './report-facts.tsx'
import { NoReportRows, ReportRow, ReportTable } from './report-table.tsx'

export type SheetContent = {
  report: Report
  parts: readonly RowPart[]
  /** Counted from 1. */
  page: number
  pages: number
}

/** One page of the PDF, as it is rendered to an image: always light, whatever the screen's color scheme. */
export function ReportSheet({ content }: { content: SheetContent }) {
  const { report, parts, page, pages } = content
  return (
    <div className="report-sheet">
      {page === 1 ? <FirstHead report={report} /> : <LaterHead report={report} />}
      <div className="report-sheet-body">
        <ReportTable>
          {report.notes.length === 0 && <NoReportRows range={report.range} />}
          {parts.map((part) => (
            <SheetRow key={part.row} part={part} report={report} />
          ))}
        </ReportTable>
      </div>
      <div className="report-sheet-foot">
        <span>
          {organizationName()} · {clientWording.confidential}
        </span>
        <span>
          Page {page} of {pages}
        </span>
      </div>
    </div>
  )
}

function FirstHead({ report }: { report: Report }) {
  return (
    <div className="report-sheet-first">
      <p>{organizationName()}</p>
      <h1>{screens.clientNotesReport.title}</h1>
      <ReportFacts {...report} />
    </div>
  )
}

function LaterHead({ report: { client } }: { report: Report }) {
  return (
    <div className="report-sheet-later">
      <strong dir="auto">{fullName(client)}</strong>
      <span>Client ID: {client.id}</span>
    </div>
  )
}

function SheetRow({ part, report }: { part: RowPart; report: Report }) {
  const note = report.notes[part.row]
  if (!note) return null
  if (part.isWhole) return <ReportRow note={note} report={report} />
  return (
    <ReportRow note={note} report={report} isContinued={part.from > 0}>
      <div
        className="report-lines"
        ref={(element) => {
          element?.style.setProperty('--first-line', `${part.from}`)
          element?.style.setProperty('--lines', `${part.to - part.from}`)
        }}
      >
        <p className="report-text" dir="auto">
          {note.text}
        </p>
      </div>
    </ReportRow>
  )
}
