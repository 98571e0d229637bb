import { expect, test } from 'vitest'
import { roles } from '../access/roles.ts'
import { mayChangeNote, noteChangeDeadline } from './rules.ts'

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
