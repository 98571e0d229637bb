import { plural } from '#portal/screen/plural.ts'

/**
 * Since when there is no weekly note: 'No note for 12 days', in calendar days of the viewer, or 'No note yet'.
 * Whoever is asked has none this week, so a note of today, in another zone than the organization's, is a day old.
 */
export function timeSinceNote(lastNoteAt: string | null, now: Date): string {
  if (lastNoteAt === null) return 'No note yet'
  const days = Math.round((startOfDay(now) - startOfDay(new Date(lastNoteAt))) / millisecondsPerDay)
  return `No note for ${plural(Math.max(1, days), 'day', 'days')}`
}

const millisecondsPerDay = 24 * 60 * 60 * 1000

/** Rounding above evens out days of 23 and 25 hours. */
function startOfDay(instant: Date): number {
  return new Date(instant.getFullYear(), instant.getMonth(), instant.getDate()).getTime()
}
