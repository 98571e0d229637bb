import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const second = 1000
const minute = 60 * second
const start = Date.UTC(2026, 0, 5, 9)

function tokenUntil(end: number): string {
  const claims = {
    role: 'manager',
    email: 'hodan@example.org',
    exp: end / second,
    iat: 0,
    name: 'Mia Berg',
    sub: 'e1',
    sid: 's1',
  }
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

describe('a tab', () => {
  const replace = vi.fn()
  const idle = vi.fn()
  const expiring = vi.fn()
  const body = { hidden: false }
  let stored: Map<string, string>
  let stop: () => void
  let otherTab: BroadcastChannel

  beforeEach(async () => {
    vi.resetModules()
    vi.useFakeTimers({
      now: start,
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    })
    stored = new Map([['token', tokenUntil(start + 12 * 60 * minute)]])
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    }
    body.hidden = false
    vi.stubGlobal('localStorage', storage)
    vi.stubGlobal('sessionStorage', storage)
    vi.stubGlobal('location', { pathname: '/manager/clients', search: '', replace })
    vi.stubGlobal('document', { addEventListener: () => undefined, body })
    vi.stubGlobal('addEventListener', () => undefined)
    vi.stubGlobal('fetch', async () => Response.json({ message: 'Activity recorded.' }))
    otherTab = new BroadcastChannel('activity')
    const { watchIdleness } = await import('#portal/session-watch/idle-watch.ts')
    stop = watchIdleness({ idle, expiring }).stop
    await untilHeard()
  })

  afterEach(() => {
    stop()
    otherTab.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.resetAllMocks()
    // No later test gets a module that is redirecting.
    vi.resetModules()
  })

  /** Messages between tabs don't follow the fake clock. */
  async function untilHeard(): Promise<void> {
    for (let count = 0; count < 50; count += 1) await setImmediate()
  }

  /** The clock goes on without ticking, as while a laptop sleeps; then comes the next tick. */
  async function wakeAt(time: number): Promise<void> {
    vi.setSystemTime(time - second)
    vi.advanceTimersByTime(second)
    await untilHeard()
  }

  it('asks other tabs before a frozen tab signs out, with the page hidden', async () => {
    otherTab.onmessage = ({ data }) => {
      if (data === 'when?') otherTab.postMessage({ activeAt: start + 30 * minute })
    }
    const woken = wakeAt(start + 31 * minute)
    expect(body.hidden).toBe(true)
    await woken
    vi.advanceTimersByTime(second)
    expect(body.hidden).toBe(false)
    expect(stored.has('token')).toBe(true)
    expect(replace).not.toHaveBeenCalled()
  })

  it('signs out when no other tab answers', async () => {
    await wakeAt(start + 31 * minute)
    vi.advanceTimersByTime(300)
    expect(body.hidden).toBe(true)
    expect(stored.has('token')).toBe(false)
    expect(replace).toHaveBeenCalledWith('/login')
  })

  it('warns by the last activity in any tab, and withdraws the warning', async () => {
    await wakeAt(start + 28 * minute)
    expect(idle).toHaveBeenLastCalledWith(120)
    otherTab.postMessage({ activeAt: start + 28 * minute })
    await untilHeard()
    expect(idle).toHaveBeenLastCalledWith(undefined)
  })

  it('answers another tab with its last activity', async () => {
    const heard = vi.fn()
    otherTab.onmessage = ({ data }) => heard(data)
    otherTab.postMessage('when?')
    await untilHeard()
    expect(heard).toHaveBeenCalledWith({ activeAt: start })
  })

  it('signs out when the token expires, even with activity, and warns once before', async () => {
    stored.set('token', tokenUntil(start + 10 * minute))
    await wakeAt(start + 4 * minute)
    expect(expiring).not.toHaveBeenCalled()
    await wakeAt(start + 5 * minute)
    await wakeAt(start + 6 * minute)
    expect(expiring).toHaveBeenCalledTimes(1)
    expect(expiring).toHaveBeenCalledWith(new Date(start + 10 * minute))
    await wakeAt(start + 10 * minute)
    expect(replace).toHaveBeenCalledWith('/login')
  })
})
