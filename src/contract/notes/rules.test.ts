import { expect, test } from 'vitest'
import { roles } from '../access/roles.ts'
import { mayChangeNote, minutesBetween, noteChangeDeadline, serviceTimeErrors } from './rules.ts'

const day = 24 * 60 * 60 * 1000
const now = new Date('2026-06-30T12:00:00Z')
const noteOfAge = (milliseconds: number) => ({
  createdAt: new Date(now.getTime() - milliseconds).toISOString(),
})

test('a super-admin may change a note of any age [T141]', () => {
  expect(mayChangeNote('super-admin', noteOfAge(4000 * day), now)).toBe(true)
})

test('an admin may change a note that is a millisecond younger than 90 days, and not one that is 90 days old [T142]', () => {
  expect(mayChangeNote('admin', noteOfAge(90 * day - 1), now)).toBe(true)
  expect(mayChangeNote('admin', noteOfAge(90 * day), now)).toBe(false)
})

test('a manager may change a note that is a millisecond younger than 30 days, and not one that is 30 days old [T143]', () => {
  expect(mayChangeNote('manager', noteOfAge(30 * day - 1), now)).toBe(true)
  expect(mayChangeNote('manager', noteOfAge(30 * day), now)).toBe(false)
})

test('an employee may change no note, not even a new one or one that a wrong clock dated into the future [T144]', () => {
  expect(mayChangeNote('employee', noteOfAge(0), now)).toBe(false)
  expect(mayChangeNote('employee', noteOfAge(-day), now)).toBe(false)
})

test('noteChangeDeadline returns the moment from which mayChangeNote is false [T181]', () => {
  const note = noteOfAge(0)
  for (const role of roles) {
    const deadline = noteChangeDeadline(role, note)
    if (!deadline) continue
    expect(mayChangeNote(role, note, new Date(deadline.getTime() - 1))).toBe(true)
    expect(mayChangeNote(role, note, deadline)).toBe(false)
  }
  expect(noteChangeDeadline('super-admin', note)).toBeNull()
  expect(noteChangeDeadline('employee', note)).toBeUndefined()
})

const chicago = 'America/Chicago'
/** In 2026 the clocks of Chicago are set from 2:00 to 3:00 on March 8, and from 2:00 back to 1:00 on November 1. */
const times = (serviceDate: string | null, startTime: string, endTime: string, endsNextDay?: boolean) => ({
  ...{ serviceDate, startTime, endTime, endsNextDay },
})

test.each([
  [times('2026-06-12', '22:00', '01:00', true), 180],
  [times(null, '22:00', '01:00', true), 180],
  [times('2026-06-12', '22:00', '14:00', true), 960],
  [times('2026-03-08', '01:30', '03:30'), 60],
  [times('2026-03-07', '22:00', '04:00', true), 300],
  [times('2026-11-01', '00:30', '03:30'), 240],
  [times('2026-10-31', '22:00', '04:00', true), 420],
  // The first of the two half past one.
  [times('2026-11-01', '00:30', '01:30'), 60],
  [times(null, '00:30', '03:30'), 180],
  [times('2026-11-01', '09:00', '10:00'), 60],
])('counts the real minutes of %j: %d [T1053]', (note, minutes) => {
  expect(serviceTimeErrors({ ...note, minutes }, chicago)).toEqual({})
  expect(minutesBetween(note, chicago)).toBe(minutes)
})

const skipped = 'Clocks were set forward: there was no such time on that day'

test.each([
  [times('2026-06-12', '22:00', '01:00'), { endTime: 'The end must be after the start' }],
  [
    times('2026-06-12', '22:00', '14:01', true),
    { endTime: 'The end can be at most 16 hours after the start' },
  ],
  [
    times('2026-06-12', '10:00', '11:00', true),
    { endTime: 'The end can be at most 16 hours after the start' },
  ],
  [times('2026-06-12', '', '', true), { endTime: 'Enter both times' }],
  [times('2026-03-08', '02:00', '04:00'), { startTime: skipped }],
  [times('2026-03-08', '01:00', '02:59'), { endTime: skipped }],
  [times('2026-03-07', '23:00', '02:30', true), { endTime: skipped }],
])('rejects %j [T1054]', (note, errors) => {
  expect(serviceTimeErrors(note, chicago)).toEqual(errors)
})

test('knows no skipped time in another time zone, or without a date', () => {
  expect(serviceTimeErrors(times('2026-03-08', '02:00', '04:00'), 'America/Phoenix')).toEqual({})
  expect(serviceTimeErrors(times(null, '02:00', '04:00'), chicago)).toEqual({})
})
