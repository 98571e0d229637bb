import { expect, test } from 'vitest'
import { calendarDay, endsBeforeItBegins, readDays } from '#portal/days/day-range.ts'
import { inTimeZone } from '#test/support/time-zone.ts'

interface Instants {
  from?: string
  before?: string
}

const oneDay = (day: string) => ({ from: day, to: day })

/** A program of that time zone takes half a second, however many days it is asked about. */
test.each<[string, [days: { from?: string; to?: string }, instants: Instants][]]>([
  [
    'America/Chicago',
    [
      [oneDay('2026-06-15'), { from: '2026-06-15T05:00:00.000Z', before: '2026-06-16T05:00:00.000Z' }],
      // Days of 23 and of 25 hours.
      [oneDay('2026-03-08'), { from: '2026-03-08T06:00:00.000Z', before: '2026-03-09T05:00:00.000Z' }],
      [oneDay('2026-11-01'), { from: '2026-11-01T05:00:00.000Z', before: '2026-11-02T06:00:00.000Z' }],
      // Open at either end.
      [{ from: '2024-02-29' }, { from: '2024-02-29T06:00:00.000Z' }],
      [{ to: '2023-12-31' }, { before: '2024-01-01T06:00:00.000Z' }],
    ],
  ],
  [
    'Africa/Cairo',
    // Clocks are put forward at midnight: the day begins at one o'clock.
    [[oneDay('2026-04-24'), { from: '2026-04-23T22:00:00.000Z', before: '2026-04-24T21:00:00.000Z' }]],
  ],
])('in %s days begin and end with the viewer’s calendar [T132]', (zone, expected) => {
  const instants = inTimeZone<Instants[]>(zone, {
    names: 'instantsOf',
    module: '#portal/days/day-range.ts',
    expression: `${JSON.stringify(expected.map(([days]) => days))}.map(instantsOf)`,
  })
  expect(instants).toEqual(expected.map(([, instants]) => instants))
})

test('rejects invalid dates', () => {
  for (const text of ['', '2026-02-29', '2026-13-01', '0202-01-01', 'today', null])
    expect([text, calendarDay(text)]).toEqual([text, undefined])
  expect(calendarDay('2024-02-29')).toBe('2024-02-29')
  expect(readDays(new URLSearchParams('from=2026-1-1&to=yesterday'))).toEqual({})
})

test('detects a range that ends before it begins', () => {
  expect(endsBeforeItBegins({ from: '2026-03-02', to: '2026-03-01' })).toBe(true)
  expect(endsBeforeItBegins({ from: '2026-03-02', to: '2026-03-02' })).toBe(false)
  expect(endsBeforeItBegins({ from: '2026-03-02', to: undefined })).toBe(false)
})
