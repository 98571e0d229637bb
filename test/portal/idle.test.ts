import { describe, expect, it } from 'vitest'
import { clockFace } from '#portal/session-watch/idle-warning.tsx'
import { isExpiryNear, isWarningDue, timeLeft } from '#portal/session-watch/idle-watch.ts'

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
    expect(timeLeft(at, at + 30 * minute - 1)).toBe(1)
    expect(timeLeft(at, at + 30 * minute)).toBe(0)
    expect(timeLeft(at, at + 24 * 60 * minute), 'when a laptop wakes up').toBe(0)
  })
})

describe('the time that is left', () => {
  it('is shown in minutes and seconds', () => {
    expect([clockFace(75), clockFace(9)]).toEqual(['1:15', '0:09'])
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
