import type { Client } from '#contract/clients/schema.ts'
import type { Goal } from '#contract/goals/endpoints.ts'
import type { Note } from '#contract/notes/schema.ts'
import type { DayRange } from '#portal/days/day-range.ts'
import { dayOf, longCalendarDate, shortCalendarDate, today } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/person.tsx'

export type Report = {
  client: Client
  range: DayRange
  /** Those of the range. */
  notes: readonly Note[]
  /** Those that the notes name, and perhaps others. */
  goals: readonly Goal[]
}

/** The head of the report. */
export function ReportFacts({ client, range, notes }: Report) {
  return (
    <div className="report-facts">
      <dl>
        <Fact term="Client:">
          <span dir="auto">{fullName(client)}</span>
        </Fact>
        <Fact term="Date of Birth:">{longCalendarDate(client.dateOfBirth)}</Fact>
        <Fact term="Client ID:">{client.id}</Fact>
      </dl>
      <dl>
        <Fact term="Dates:">{rangeText(range)}</Fact>
        <Fact term="Notes:">{notes.length.toLocaleString('en-US')}</Fact>
        <Fact term="Created:">{shortCalendarDate(today())}</Fact>
      </dl>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt> <dd>{children}</dd>
    </div>
  )
}

/** The days of a report in words. */
export function rangeText({ from, to }: DayRange): string {
  if (from && to) return `${shortCalendarDate(from)} – ${shortCalendarDate(to)}`
  if (from) return `From ${shortCalendarDate(from)}`
  if (to) return `Through ${shortCalendarDate(to)}`
  return 'All'
}

/** The notes of these days, as the viewer's calendar counts them. */
export function notesWithin<N extends Pick<Note, 'createdAt'>>(
  notes: readonly N[],
  { from, to }: DayRange,
): readonly N[] {
  if (!from && !to) return notes
  return notes.filter(({ createdAt }) => {
    const day = dayOf(new Date(createdAt))
    return (!from || day >= from) && (!to || day <= to)
  })
}
