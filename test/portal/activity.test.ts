import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readActiveAt, storeActiveAt } from '#portal/session/stored-session.ts'
import { activityReports } from '#portal/session-watch/activity.ts'

const second = 1000
const minute = 60 * second
/** Not 0: that would be no time in the storage. */
const start = Date.UTC(2026, 0, 5, 9)

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map([['token', 'a']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  return () => vi.unstubAllGlobals()
})

/** Reports to a server that takes or refuses them at will. Times are counted from the start. */
function reporting() {
  const sent: number[] = []
  const server = { isDown: false }
  let now = 0
  const reports = activityReports(async () => {
    sent.push(now)
    await setImmediate()
    if (server.isDown) throw new Error('No network')
  })
  const at = (report: (now: number) => void) => async (times: number[]) => {
    for (now of times) {
      report(start + now)
      await setImmediate()
      await setImmediate()
    }
  }
  return {
    reports,
    sent,
    server,
    inputAt: (...times: number[]) => at(reports.input)(times),
    retryAt: (...times: number[]) => at(reports.retry)(times),
  }
}

const activeAt = () => (readActiveAt() ?? Number.NaN) - start

describe('activity reports', () => {
  it('sends a report at the first input and then at most once a minute [T298]', async () => {
    const { inputAt, sent } = reporting()
    await inputAt(0, 1, 30 * second, minute - 1, minute, minute + 1)
    expect(sent).toEqual([0, minute])
    expect(activeAt()).toBe(minute)
  })

  it('counts activity only once the server has recorded it', async () => {
    const { inputAt, server } = reporting()
    await inputAt(0)
    server.isDown = true
    await inputAt(5 * minute, 6 * minute, 7 * minute)
    expect(activeAt()).toBe(0)
  })

  it('sends a failed report again, with pauses', async () => {
    const { inputAt, retryAt, server, sent } = reporting()
    server.isDown = true
    await inputAt(0)
    await retryAt(second, 9 * second, 10 * second, 15 * second, 20 * second, 2 * minute, 3 * minute)
    expect(sent).toEqual([0, 10 * second, 20 * second])
  })

  it('counts activity in another tab', async () => {
    const { inputAt, sent } = reporting()
    storeActiveAt(start + 5 * minute)
    await inputAt(5 * minute + 30 * second)
    expect(sent).toEqual([])
  })

  it('sends a report at once when the person stays signed in, which counts only if it succeeds', async () => {
    const { inputAt, reports, sent, server } = reporting()
    await inputAt(0)
    await reports.stay(start + second)
    expect(sent).toHaveLength(2)
    expect(activeAt()).toBe(second)
    server.isDown = true
    await expect(reports.stay(start + 2 * second)).rejects.toThrow('No network')
    expect(activeAt()).toBe(second)
  })

  it('stores nothing after a logout', async () => {
    const { reports } = reporting()
    const staying = reports.stay(start)
    stored.delete('token')
    await staying
    expect(readActiveAt()).toBeUndefined()
  })
})
