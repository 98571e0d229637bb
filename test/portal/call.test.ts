import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { allEndpoints } from '#contract/endpoint-table.ts'
import { call, requestUrl } from '#portal/calls/call.ts'
import {
  CallFailure,
  errorMessage,
  failureWithoutAnswer,
  isTransient,
  reasonAfter,
} from '#portal/calls/call-failure.ts'
import { type Confirmer, setConfirmer } from '#portal/calls/confirmation.ts'
import { queryClient } from '#portal/query-client.ts'
import { serverNow } from '#portal/session/server-clock.ts'
import { confirmedActions } from '#portal/two-step/wording.ts'

describe('the address of a call', () => {
  it('puts encoded parameters into the address, below /api [T145]', () => {
    expect(requestUrl('GET /clients/:id', { params: { id: '../a b/c?d' } })).toBe(
      '/api/clients/..%2Fa%20b%2Fc%3Fd',
    )
  })

  it('leaves empty values out of the query', () => {
    const query = { status: 'Pa Houa & Ingrid' as 'active', search: undefined, cursor: '', limit: '50' }
    expect(requestUrl('GET /clients', { query })).toBe('/api/clients?status=Pa+Houa+%26+Ingrid&limit=50')
  })
})

describe('the reason after a sentence', () => {
  it('does not tell twice to try again', () => {
    const failed = 'Failed to delete message. Please try again.'
    const unnamed = failureWithoutAnswer('unreadable-answer')
    expect(reasonAfter(failed, unnamed)).toBeUndefined()
    expect(reasonAfter('Failed to update role.', unnamed)).toBe(unnamed.message)
    expect(reasonAfter(failed, failureWithoutAnswer('no-answer'))).toMatch(/not responding/)
  })
})

describe('queries', () => {
  const { retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {}
  const isTriedAgain = (failures: number, error: Error) =>
    typeof retry === 'function' && retry(failures, error)

  it('retries a failed query once, within a second [T306]', () => {
    expect(isTriedAgain(0, failureWithoutAnswer('no-answer'))).toBe(true)
    expect(isTriedAgain(1, failureWithoutAnswer('no-answer'))).toBe(false)
    expect(retryDelay).toBeLessThan(1000)
  })

  it('does not retry a query that the server refuses', () => {
    const refused = new CallFailure({ message: 'No.', code: 'not-allowed' }, 403, true)
    expect(isTriedAgain(0, refused)).toBe(false)
  })
})

describe('a call', () => {
  const fetch = vi.fn<typeof globalThis.fetch>()
  const replace = vi.fn()
  let stored: Map<string, string>

  beforeEach(() => {
    stored = new Map([['token', 'abc']])
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    }
    vi.stubGlobal('fetch', fetch)
    vi.stubGlobal('localStorage', storage)
    vi.stubGlobal('sessionStorage', storage)
    vi.stubGlobal('location', { pathname: '/manager/clients', search: '', replace })
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetAllMocks()
  })

  const answer = (status: number, body: unknown) =>
    fetch.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))

  const sentHeaders = () => fetch.mock.calls[0]?.[1]?.headers as Headers

  const failureOf = async (promise: Promise<unknown>): Promise<CallFailure> => {
    const error = await promise.catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(CallFailure)
    return error as CallFailure
  }

  it('sends the stored token [T146]', async () => {
    answer(200, { message: 'ok' })
    await call('POST /auth/activity', {})
    expect(sentHeaders().get('authorization')).toBe('Bearer abc')
  })

  it('sends no token when none is stored [T147]', async () => {
    stored.clear()
    answer(200, { token: 't' })
    await call('POST /auth/login', { body: { email: 'a@b.org', password: 'correct horse' } })
    expect(sentHeaders().has('authorization')).toBe(false)
  })

  it('outlives its page only with a body that browsers send then', async () => {
    const outlives = async (text: string) => {
      answer(200, {})
      const request = { params: { key: 'note:c1' }, body: { values: { text } } }
      await call('PUT /drafts/:key', request, { keepalive: true })
      return fetch.mock.lastCall?.[1]?.keepalive
    }
    expect(await outlives('é'.repeat(30_000))).toBe(true)
    expect(await outlives('é'.repeat(33_000))).toBe(false)
  })

  it('tells the time on the server, however far this device’s clock is off', async () => {
    const now = Date.now()
    const hoursSlow = (hours: number) => vi.setSystemTime(now - hours * 60 * 60_000)
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'] })
    hoursSlow(30)
    const at = async (date: string) => {
      fetch.mockResolvedValueOnce(Response.json({}, { headers: { date } }))
      await call('POST /auth/activity', {})
      return Math.round((serverNow().getTime() - now) / 1000)
    }
    expect(await at(new Date(now).toUTCString())).toBeCloseTo(0, -1)
    expect(await at('no date')).toBeCloseTo(0, -1)
    // A reply that was read only when the device woke up.
    fetch.mockImplementationOnce(async () => {
      const reply = Response.json({}, { headers: { date: new Date(now).toUTCString() } })
      hoursSlow(20)
      return reply
    })
    await call('POST /auth/activity', {})
    hoursSlow(30)
    expect(Math.round((serverNow().getTime() - now) / 1000)).toBeCloseTo(0, -1)
  })

  it('rejects with the server’s message and field errors', async () => {
    answer(400, { message: 'Look again.', code: 'invalid-input', fields: { email: 'Wrong.' } })
    const failure = await failureOf(call('GET /clients/:id', { params: { id: '1' } }))
    const problem = { message: 'Look again.', code: 'invalid-input', fields: { email: 'Wrong.' } }
    expect(failure).toMatchObject({ ...problem, status: 400, answered: true })
    expect(isTransient(failure)).toBe(false)
  })

  const confirmation = { message: 'Confirm first.', code: 'confirm-password' }
  const remove = () => call('DELETE /employees/:id', { params: { id: '1' } })

  it('is sent again once the password is confirmed, and asks once for two calls', async () => {
    const confirm = vi.fn<Confirmer>(async () => true)
    onTestFinished(setConfirmer(confirm))
    answer(403, confirmation)
    answer(403, confirmation)
    fetch.mockImplementation(async () => new Response(null, { status: 204 }))
    await Promise.all([remove(), remove()])
    expect(confirm.mock.calls).toEqual([['DELETE /employees/:id']])
    expect(fetch).toHaveBeenCalledTimes(4)
  })

  it('has words for what the password is confirmed for, whenever that may be asked', () => {
    const asking = allEndpoints.filter(
      ({ confirmedBy, failures = [] }) => confirmedBy || failures.includes('confirm-password'),
    )
    expect(asking.length).toBeGreaterThan(0)
    expect(Object.keys(confirmedActions)).toEqual(
      expect.arrayContaining(asking.map(({ method, path }) => `${method} ${path}`)),
    )
  })

  it('fails when the password is not confirmed', async () => {
    onTestFinished(setConfirmer(async () => false))
    answer(403, confirmation)
    expect((await failureOf(remove())).code).toBe('confirm-password')
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['too-many-requests', '1', 'Too often. You can try again in 1 second.'],
    ['too-many-requests', '850', 'Too often. You can try again in 15 minutes.'],
    ['busy', '5', 'Too often.'],
  ])('says how long to wait after too many calls (%s, %s)', async (code, retryAfter, sentence) => {
    const headers = { 'retry-after': retryAfter }
    fetch.mockResolvedValueOnce(Response.json({ message: 'Too often.', code }, { status: 429, headers }))
    expect(errorMessage(await failureOf(call('POST /auth/activity', {})))).toBe(sentence)
  })

  it.each([
    ['offline', false],
    ['no-answer', true],
  ])('explains a failure that is %s, and retries it', async (code, onLine) => {
    vi.stubGlobal('navigator', { onLine })
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const failure = await failureOf(call('GET /clients/:id', { params: { id: '1' } }))
    expect(failure).toMatchObject({ code, status: 0, answered: false })
    expect(isTransient(failure)).toBe(true)
  })

  it('does not retry a call that timed out', async () => {
    fetch.mockImplementationOnce(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
    )
    const failure = await failureOf(call('GET /clients/:id', { params: { id: '1' } }, { timeout: 1 }))
    expect(failure).toMatchObject({ code: 'timed-out', status: 0, answered: false })
    expect(isTransient(failure)).toBe(false)
  })

  it('rejects with a message of its own when a gateway answers with a page', async () => {
    fetch.mockResolvedValueOnce(new Response('<h1>502</h1>', { status: 502 }))
    const failure = await failureOf(call('GET /clients/:id', { params: { id: '1' } }))
    expect(failure).toMatchObject({ code: 'unreadable-answer', status: 502, answered: false })
    expect(failure.message).not.toContain('<')
  })

  it.each([
    ['a wrong code', 'wrong-code', 'POST /auth/two-step/confirm', { code: '123456' }],
    [
      'a refused login',
      'wrong-credentials',
      'POST /auth/login',
      { email: 'a@b.org', password: 'wrong horse' },
    ],
  ])('keeps the session after %s', async (_, code, name, body) => {
    answer(401, { message: 'Wrong.', code })
    await failureOf(call(name as 'POST /auth/login', { body: body as never }))
    expect(stored.get('token')).toBe('abc')
    expect(replace).not.toHaveBeenCalled()
  })

  it('keeps a newer session when an older token is refused', async () => {
    fetch.mockImplementationOnce(async () => {
      stored.set('token', 'newer')
      return new Response(JSON.stringify({ message: 'Over.', code: 'not-signed-in' }), { status: 401 })
    })
    await failureOf(call('POST /auth/activity', {}))
    expect(stored.get('token')).toBe('newer')
    expect(replace).not.toHaveBeenCalled()
  })

  // Last: a page that is being left stays so.
  it('clears a session that has ended and redirects to the login, which returns to this address', async () => {
    stored.set('role', 'manager').set('email', 'a@b.org').set('savedEmail', 'a@b.org')
    answer(401, { message: 'Over.', code: 'not-signed-in' })
    await failureOf(call('POST /auth/activity', {}))
    expect(stored.get('wantedAddress')).toBe('/manager/clients')
    for (const key of ['token', 'role', 'email']) expect(stored.has(key), key).toBe(false)
    expect(stored.get('savedEmail')).toBe('a@b.org')
    expect(replace).toHaveBeenCalledWith('/login')
  })
})
