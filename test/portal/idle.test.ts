import { describe, expect, it } from 'vitest'
import { isExpiryNear, isWarningDue, timeLeft } from '#portal/session-watch/idle-watch.ts'
import { clockFace } from '#portal/session-watch/session-watch.tsx'

const second = 1000
const minute = 60 * second
const at = Date.UTC(2026, 0, 5, 9)

describe('a session without activity', () => {
  it('warns after 28 minutes [T299]', () => {
    expect(isWarningDue(at, at)).toBe(false)
    expect(isWarningDue(at, at + 28 * minute - 1)).toBe(false)
    expect(isWarningDue(at, at + 28 * minute)).toBe(true)
  })

  it('ends a session after 30 minutes [T300]', () => {
    expect(timeLeft(at, at)).toBe(30 * minute)
    expect(timeLeft(at, at + 28 * minute)).toBe(2 * minute)
    expect(timeLeft(at, at + 30 * minute - 1)).toBe(1)
    expect(timeLeft(at, at + 30 * minute)).toBe(0)
  })

  it('ends a session when a laptop wakes up the next day', () => {
    expect(timeLeft(at, at + 24 * 60 * minute)).toBe(0)
    expect(isWarningDue(at, at + 24 * 60 * minute)).toBe(true)
  })
})

describe('the time that is left', () => {
  it.each([
    [120, '2:00'],
    [75, '1:15'],
    [9, '0:09'],
    [0, '0:00'],
  ])('shows %d seconds as %s', (seconds, shown) => {
    expect(clockFace(seconds)).toBe(shown)
  })
})

describe('the expiry of a session', () => {
  it('announces the expiry of a token five minutes before', () => {
    const exp = (at + 12 * 60 * minute) / second
    expect(isExpiryNear(exp, at)).toBe(false)
    expect(isExpiryNear(exp, at + (12 * 60 - 5) * minute - 1)).toBe(false)
    expect(isExpiryNear(exp, at + (12 * 60 - 5) * minute)).toBe(true)
  })
})
