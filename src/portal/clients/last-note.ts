import { shortDate } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'

const noNoteYet = 'No note yet'

/** When the last note was written. */
export function dateOfNote(lastNoteAt: string | null): string {
  return lastNoteAt === null ? noNoteYet : shortDate(lastNoteAt)
}

/**
 * 'No note for 12 days', in calendar days of the viewer, or 'No note yet'. For clients without a note this week: a note of
 * today, in another zone than the organization's, counts as a day old.
 */
export function timeSinceNote(lastNoteAt: string | null, now: Date): string {
  if (lastNoteAt === null) return noNoteYet
  const days = Math.round((startOfDay(now) - startOfDay(new Date(lastNoteAt))) / millisecondsPerDay)
  return `No note for ${plural(Math.max(1, days), 'day', 'days')}`
}

const millisecondsPerDay = 24 * 60 * 60 * 1000

/** The caller rounds, because days can have 23 or 25 hours. */
function startOfDay(instant: Date): number {
  return new Date(instant.getFullYear(), instant.getMonth(), instant.getDate()).getTime()
}
