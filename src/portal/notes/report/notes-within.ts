import type { Note } from '#contract/notes/schema.ts'
import type { DayRange } from '#portal/days/day-range.ts'
import { today } from '#portal/screen/dates.ts'

/** The notes of these days, as the viewer's calendar counts them. */
export function notesWithin<N extends Pick<Note, 'createdAt'>>(
  notes: readonly N[],
  { from, to }: DayRange,
): readonly N[] {
  if (!from && !to) return notes
  return notes.filter(({ createdAt }) => {
    const day = today(new Date(createdAt))
    return (!from || day >= from) && (!to || day <= to)
  })
}
