import { expect, test } from 'vitest'
import { calendarDayIn, mondayOf, startOfDay } from './calendar.ts'

const chicago = 'America/Chicago'
const startOf = (day: string, timeZone = chicago) => startOfDay(day, timeZone).toISOString()
const weekOf = (instant: string, timeZone = chicago) => mondayOf(calendarDayIn(timeZone)(new Date(instant)))

test('returns midnight as the start of a day, also when the clocks change', () => {
  expect(startOf('2026-06-15')).toBe('2026-06-15T05:00:00.000Z')
  expect(startOf('2026-03-08')).toBe('2026-03-08T06:00:00.000Z')
  expect(startOf('2026-03-09')).toBe('2026-03-09T05:00:00.000Z')
  expect(startOf('2026-11-01')).toBe('2026-11-01T05:00:00.000Z')
  expect(startOf('2026-11-02')).toBe('2026-11-02T06:00:00.000Z')
})

test('returns the first moment of a day that has no midnight', () => {
  expect(startOf('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z')
})

test('returns the start of a day far from UTC', () => {
  expect(startOf('2026-06-15', 'Pacific/Kiritimati')).toBe('2026-06-14T10:00:00.000Z')
  expect(startOf('2026-06-15', 'Pacific/Pago_Pago')).toBe('2026-06-15T11:00:00.000Z')
})

test('returns the Monday of a week in the time zone, also across the end of a year', () => {
  expect(weekOf('2026-06-15T04:59:59.999Z')).toBe('2026-06-08')
  expect(weekOf('2026-06-15T05:00:00.000Z')).toBe('2026-06-15')
  expect(weekOf('2026-06-21T12:00:00Z')).toBe('2026-06-15')
  expect(weekOf('2026-03-09T04:59:59.999Z')).toBe('2026-03-02')
  expect(weekOf('2027-01-03T12:00:00Z')).toBe('2026-12-28')
  expect(weekOf('2026-06-14T10:00:00Z', 'Pacific/Kiritimati')).toBe('2026-06-15')
})
