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
  const page = new EventTarget()

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
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('fetch', async () => Response.json({ message: 'Activity recorded.' }))
    const { watchIdleness } = await import('#portal/session-watch/idle-watch.ts')
    stop = watchIdleness({ idle, expiring }).stop
    await setImmediate()
  })

  afterEach(() => {
    stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.resetAllMocks()
    // No later test gets a module that is redirecting.
    vi.resetModules()
  })

  /** The clock goes on without ticking, as while a laptop sleeps; then comes the next tick. */
  async function wakeAt(time: number): Promise<void> {
    vi.setSystemTime(time - second)
    vi.advanceTimersByTime(second)
    await setImmediate()
  }

  /** The server has recorded activity in another tab. */
  function activeElsewhere(time: number): void {
    stored.set('activeAt', String(time))
  }

  it('does not sign out a frozen tab when there was activity in another one', async () => {
    activeElsewhere(start + 30 * minute)
    await wakeAt(start + 31 * minute)
    expect(idle).toHaveBeenLastCalledWith(undefined)
    expect(stored.has('token')).toBe(true)
    expect(replace).not.toHaveBeenCalled()
  })

  it('signs out without activity in any tab, with the page hidden', async () => {
    await wakeAt(start + 31 * minute)
    expect(body.hidden).toBe(true)
    expect([...stored.keys()]).toEqual(['sessionEnded', 'wantedAddress'])
    expect(replace).toHaveBeenCalledWith('/login')
  })

  it('warns by the last activity in any tab, and withdraws the warning at once', async () => {
    await wakeAt(start + 28 * minute)
    expect(idle).toHaveBeenLastCalledWith(120)
    activeElsewhere(start + 28 * minute)
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'activeAt' }))
    expect(idle).toHaveBeenLastCalledWith(undefined)
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
