import { expect, test } from 'vitest'
import { startOfWeekIn } from './calendar.ts'

const weekOf = (timeZone: string, instant: string) => startOfWeekIn(timeZone)(new Date(instant)).toISOString()
const chicago = 'America/Chicago'

test('returns midnight on Monday as the start of a week', () => {
  expect(weekOf(chicago, '2026-06-17T15:00:00Z')).toBe('2026-06-15T05:00:00.000Z')
  expect(weekOf(chicago, '2026-06-15T05:00:00.000Z')).toBe('2026-06-15T05:00:00.000Z')
  expect(weekOf(chicago, '2026-06-15T04:59:59.999Z')).toBe('2026-06-08T05:00:00.000Z')
})

test('handles the week in which clocks go forward', () => {
  expect(weekOf(chicago, '2026-03-08T07:59:59Z')).toBe('2026-03-02T06:00:00.000Z')
  expect(weekOf(chicago, '2026-03-09T04:59:59.999Z')).toBe('2026-03-02T06:00:00.000Z')
  expect(weekOf(chicago, '2026-03-09T05:00:00.000Z')).toBe('2026-03-09T05:00:00.000Z')
})

test('handles the week in which clocks go back', () => {
  expect(weekOf(chicago, '2026-11-01T07:30:00Z')).toBe('2026-10-26T05:00:00.000Z')
  expect(weekOf(chicago, '2026-11-02T05:59:59.999Z')).toBe('2026-10-26T05:00:00.000Z')
  expect(weekOf(chicago, '2026-11-02T06:00:00.000Z')).toBe('2026-11-02T06:00:00.000Z')
})

test('handles a clock change in the middle of a week', () => {
  expect(weekOf('Africa/Cairo', '2026-04-25T12:00:00Z')).toBe('2026-04-19T22:00:00.000Z')
  expect(weekOf('Africa/Cairo', '2026-10-31T12:00:00Z')).toBe('2026-10-25T21:00:00.000Z')
})

test('uses the time zone, even far from UTC and across the end of a year', () => {
  expect(weekOf('Pacific/Kiritimati', '2026-06-14T10:00:00Z')).toBe('2026-06-14T10:00:00.000Z')
  expect(weekOf('Pacific/Pago_Pago', '2026-06-15T10:59:59Z')).toBe('2026-06-08T11:00:00.000Z')
  expect(weekOf(chicago, '2027-01-03T12:00:00Z')).toBe('2026-12-28T06:00:00.000Z')
})

test('returns the same results when one function is called for several weeks', () => {
  const startOf = startOfWeekIn(chicago)
  const instants = [
    '2026-06-17T15:00:00Z',
    '2026-06-18T15:00:00Z',
    '2026-06-22T15:00:00Z',
    '2026-06-17T15:00:00Z',
  ]
  expect(instants.map((instant) => startOf(new Date(instant)).toISOString().slice(0, 10))).toEqual([
    '2026-06-15',
    '2026-06-15',
    '2026-06-22',
    '2026-06-15',
  ])
})
