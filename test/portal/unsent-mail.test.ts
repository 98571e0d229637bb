import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OutgoingMail } from '#contract/outgoing-mail/endpoints.ts'
import { isOnItsWay, unsentMailQuery, untilNextAttempt } from '#portal/outgoing-mail/queries.ts'

const written = '2026-03-02T15:04:00.000Z'
const later = (seconds: number) => Date.parse(written) + seconds * 1000
const mail = (more: Partial<OutgoingMail>) =>
  ({ state: 'waiting', attempts: 0, createdAt: written, ...more }) as OutgoingMail

describe('a mail that was written a moment ago', () => {
  it('treats new mail as on its way until it was tried, or a minute has passed', () => {
    expect(isOnItsWay(mail({}), later(1))).toBe(true)
    expect(isOnItsWay(mail({}), later(61))).toBe(false)
    expect(isOnItsWay(mail({ attempts: 1 }), later(1))).toBe(false)
    expect(isOnItsWay(mail({ state: 'refused' }), later(1))).toBe(false)
  })
})

it('reads waiting mail again after its next attempt, but at least every minute, and rejected mail not at all', () => {
  const next = (seconds: number) => mail({ nextAttemptAt: new Date(later(seconds)).toISOString() })
  expect(untilNextAttempt([next(30), next(15)], later(0))).toBe(20_000)
  expect(untilNextAttempt([next(0)], later(1))).toBe(5_000)
  expect(untilNextAttempt([next(900)], later(0))).toBe(60_000)
  expect(untilNextAttempt([mail({ state: 'refused', nextAttemptAt: null })], later(0))).toBe(false)
})

it('shows a mail that nothing has tried to send, a minute after it was written', async () => {
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () => Response.json([mail({ id: 'm1' })]))
  const observer = new QueryObserver(new QueryClient(), unsentMailQuery)
  vi.useFakeTimers({ toFake: ['Date'], now: later(1) })
  expect((await observer.refetch()).data).toEqual([])
  vi.setSystemTime(later(61))
  expect((await observer.refetch()).data).toMatchObject([{ id: 'm1' }])
})
