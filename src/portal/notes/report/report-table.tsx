import './report-table.css'
import type { ReactNode } from 'react'
import type { Note } from '#contract/notes/schema.ts'
import { screens } from '#contract/paths.ts'
import type { DayRange } from '#portal/days/day-range.ts'
import { NoteFacts } from '#portal/notes/note-facts.tsx'
import { NoteAttestations, NoteReferences } from '#portal/notes/note-marks.tsx'
import { shortDate, unbrokenDate } from '#portal/screen/dates.ts'
import { Person } from '#portal/screen/person.tsx'
import type { Report } from './report-facts.tsx'

type ReportTableProps = {
  /** Two lines above the columns of every printed page: CSS content, because the screen must not have them. */
  runningHead?: readonly [string, string]
  children: ReactNode
}

export function ReportTable({ runningHead, children }: ReportTableProps) {
  return (
    <table className="report-table" aria-label={screens.clientNotesReport.title}>
      {/* Without these the single cell of the running head would give all columns the same width. */}
      <colgroup>
        <col className="report-date-column" />
        <col className="report-author-column" />
        <col />
      </colgroup>
      <thead>
        {runningHead && (
          <tr className="report-running-head">
            <td colSpan={3} data-first={runningHead[0]} data-second={runningHead[1]} />
          </tr>
        )}
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Author</th>
          <th scope="col">Note</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

type ReportRowProps = {
  note: Note
  /** All of the report. */
  report: Pick<Report, 'notes' | 'goals'>
  id?: string
  isContinued?: boolean
  children?: ReactNode
}

/** `children` replace the note's text on a page that holds only some of its lines. */
export function ReportRow({ note, report, id, isContinued, children }: ReportRowProps) {
  return (
    <tr id={id}>
      <th scope="row" className="report-date">
        <time dateTime={note.createdAt}>{shortDate(note.createdAt)}</time>
        {isContinued && <span className="report-aside">continued</span>}
        {note.editedAt && !isContinued && (
          <span className="report-aside">Edited {unbrokenDate(note.editedAt)}</span>
        )}
      </th>
      <td className="report-author">
        <Person name={note.authorName} email={note.author} />
      </td>
      <td className="report-note">
        {!isContinued && (
          <>
            <NoteFacts note={note} goals={report.goals} className="report-aside" />
            <NoteAttestations note={note} className="report-aside" />
            <NoteReferences note={note} notes={report.notes} isWhole={false} className="report-aside" />
          </>
        )}
        {children ?? (
          <p className="report-text" dir="auto">
            {note.text}
          </p>
        )}
      </td>
    </tr>
  )
}

export function NoReportRows({ range: { from, to } }: { range: DayRange }) {
  return (
    <tr>
      <td className="report-none" colSpan={3}>
        {from || to ? 'No notes on these dates.' : 'No notes for this client.'}
      </td>
    </tr>
  )
}
