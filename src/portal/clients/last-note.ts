import type { ClientListItem } from '#contract/clients/schema.ts'
import { shortCalendarDate, today } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'

const noNoteYet = 'No note yet'

type LastNote = Pick<ClientListItem, 'lastNoteOn' | 'lastNoteAttempted'>

/** Nobody was reached on that day. */
const ifAttempted = ({ lastNoteAttempted }: LastNote) => (lastNoteAttempted ? ' (attempted)' : '')

/** The latest day of service. */
export function dateOfNote(last: LastNote): string {
  return last.lastNoteOn === null ? noNoteYet : shortCalendarDate(last.lastNoteOn) + ifAttempted(last)
}

/** 'No note for 12 days', or 'No note yet'. `day` is 'YYYY-MM-DD'. */
export function timeSinceNote(last: LastNote, day = today()): string {
  if (last.lastNoteOn === null) return noNoteYet
  const days = (Date.parse(day) - Date.parse(last.lastNoteOn)) / millisecondsPerDay
  return `No note for ${plural(days, 'day', 'days')}${ifAttempted(last)}`
}

const millisecondsPerDay = 24 * 60 * 60 * 1000
