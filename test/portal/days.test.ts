import { expect, test } from 'vitest'
import { calendarDay, endsBeforeItBegins, readDays } from '#portal/days/day-range.ts'
import { inTimeZone } from '#test/support/time-zone.ts'

/** What the days hold for a viewer of that time zone. */
function instantsIn(zone: string, days: { from?: string; to?: string }) {
  return inTimeZone<{ from?: string; before?: string }>(zone, {
    names: 'instantsOf',
    module: '#portal/days/day-range.ts',
    expression: `instantsOf(${JSON.stringify(days)})`,
  })
}

const oneDay = (day: string) => ({ from: day, to: day })

test.each([
  ['America/Chicago', '2026-06-15', '2026-06-15T05:00:00.000Z', '2026-06-16T05:00:00.000Z'],
  // Days of 23 and of 25 hours.
  ['America/Chicago', '2026-03-08', '2026-03-08T06:00:00.000Z', '2026-03-09T05:00:00.000Z'],
  ['America/Chicago', '2026-11-01', '2026-11-01T05:00:00.000Z', '2026-11-02T06:00:00.000Z'],
  // Clocks are put forward at midnight: the day begins at one o'clock.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
])('in %s the day %s begins at %s and ends before %s [T132]', (zone, day, from, before) => {
  expect(instantsIn(zone, oneDay(day))).toEqual({ from, before })
})

test('allows a range that is open at either end', () => {
  expect(instantsIn('UTC', { from: '2024-02-29' })).toEqual({ from: '2024-02-29T00:00:00.000Z' })
  expect(instantsIn('UTC', { to: '2023-12-31' })).toEqual({ before: '2024-01-01T00:00:00.000Z' })
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
