import { expect, test } from 'vitest'
import { notesWithin } from '#portal/notes/report/report-facts.tsx'

/** At that hour of the viewer's clock, wherever that is. */
const at = (...parts: [number, number, number, number, number]) => ({
  createdAt: new Date(...parts).toISOString(),
})

test('selects the notes of whole days of the viewer’s calendar', () => {
  const notes = [
    at(2026, 2, 9, 0, 0),
    at(2026, 2, 8, 23, 59),
    at(2026, 2, 8, 2, 30),
    at(2026, 2, 1, 0, 0),
    at(2026, 1, 28, 23, 59),
  ]
  const within = (from?: string, to?: string) => notesWithin(notes, { from, to })
  expect(within('2026-03-01', '2026-03-08')).toEqual(notes.slice(1, 4))
  expect(within('2026-03-09')).toEqual(notes.slice(0, 1))
  expect(within(undefined, '2026-02-28')).toEqual(notes.slice(4))
  expect(within()).toBe(notes)
})
