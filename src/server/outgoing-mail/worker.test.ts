import { expect, test } from 'vitest'
import { nextAttempt } from './worker.ts'

const minute = 60_000
const hour = 60 * minute
const createdAt = new Date('2026-06-15T15:00:00Z')

test('retries a mail at least every 50 seconds for an hour, then at growing intervals up to 15 minutes, for three days', () => {
  const waits: { age: number; wait: number }[] = []
  let now = createdAt
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttempt({ createdAt, attempts, startedAt: now }, now)
    if (!next) break
    waits.push({ age: now.getTime() - createdAt.getTime(), wait: next.getTime() - now.getTime() })
    now = next
  }
  expect(waits.slice(0, 4).map(({ wait }) => wait / 1000)).toEqual([15, 30, 50, 50])
  expect(waits.filter(({ age, wait }) => age < hour && wait > 50_000)).toEqual([])
  expect(waits.every(({ wait }, n) => wait >= (waits[n - 1]?.wait ?? 0))).toBe(true)
  expect(waits.at(-1)?.wait).toBe(15 * minute)
  const age = now.getTime() - createdAt.getTime()
  expect(age).toBeGreaterThanOrEqual(72 * hour)
  expect(age).toBeLessThan(72 * hour + 15 * minute)
})

test('waits five seconds after an attempt that took longer than the interval', () => {
  const now = new Date(createdAt.getTime() + 2 * minute)
  expect(nextAttempt({ createdAt, attempts: 9, startedAt: createdAt }, now)).toEqual(
    new Date(now.getTime() + 5_000),
  )
})
