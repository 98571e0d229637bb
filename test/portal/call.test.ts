import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { allEndpoints } from '#contract/endpoint-table.ts'
import { ownAccountEndpoints, sessionEndpoints } from '#contract/session/endpoints.ts'
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
import { confirmedActions } from '#portal/two-step/wording.ts'

describe('the address of a call', () => {
  it('puts encoded parameters into the address, below /api [T145]', () => {
    expect(requestUrl(clientEndpoints.get, { params: { id: '../a b/c?d' } })).toBe(
      '/api/clients/..%2Fa%20b%2Fc%3Fd',
    )
  })

  it('leaves empty values out of the query', () => {
    const query = { status: 'Pa Houa & Ingrid' as 'active', search: undefined, cursor: '', limit: '50' }
    expect(requestUrl(clientEndpoints.list, { query })).toBe(
      '/api/clients?status=Pa+Houa+%26+Ingrid&limit=50',
    )
  })

  it('throws when a parameter of the address is missing', () => {
    expect(() => requestUrl(clientEndpoints.get, { params: { id: '' } })).toThrow()
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
    await call(sessionEndpoints.activity, {})
    expect(sentHeaders().get('authorization')).toBe('Bearer abc')
  })

  it('sends no token when none is stored [T147]', async () => {
    stored.clear()
    answer(200, { token: 't' })
    await call(sessionEndpoints.login, { body: { email: 'a@b.org', password: 'correct horse' } })
    expect(sentHeaders().has('authorization')).toBe(false)
  })

  it('rejects with the server’s message and field errors', async () => {
    answer(400, { message: 'Look again.', code: 'invalid-input', fields: { email: 'Wrong.' } })
    const failure = await failureOf(call(clientEndpoints.get, { params: { id: '1' } }))
    expect(failure).toMatchObject({
      message: 'Look again.',
      code: 'invalid-input',
      status: 400,
      answered: true,
    })
    expect(failure.fields).toEqual({ email: 'Wrong.' })
    expect(isTransient(failure)).toBe(false)
  })

  const confirmation = { message: 'Confirm first.', code: 'confirm-password' }
  const remove = () => call(employeeEndpoints.remove, { params: { id: '1' } })

  it('is sent again once the password is confirmed, and asks once for two calls', async () => {
    const confirm = vi.fn<Confirmer>(async () => true)
    onTestFinished(setConfirmer(confirm))
    answer(403, confirmation)
    answer(403, confirmation)
    fetch.mockImplementation(async () => new Response(null, { status: 204 }))
    await Promise.all([remove(), remove()])
    expect(confirm.mock.calls).toEqual([['employees:delete']])
    expect(fetch).toHaveBeenCalledTimes(4)
  })

  it('has words for what the password is confirmed for, whenever that may be asked', () => {
    const asking = allEndpoints.filter(({ failures = [] }) => failures.includes('confirm-password'))
    expect(asking.length).toBeGreaterThan(0)
    expect(asking.filter(({ access }) => !confirmedActions[access]).map(({ path }) => path)).toEqual([])
  })

  it('fails when the password is not confirmed', async () => {
    onTestFinished(setConfirmer(async () => false))
    answer(403, confirmation)
    expect((await failureOf(remove())).code).toBe('confirm-password')
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('keeps the session after a wrong code', async () => {
    answer(401, { message: 'Wrong.', code: 'wrong-code' })
    await failureOf(call(ownAccountEndpoints.confirmTwoStep, { body: { code: '123456' } }))
    expect(stored.get('token')).toBe('abc')
    expect(replace).not.toHaveBeenCalled()
  })

  it('rejects with the message of a gateway that refuses the call', async () => {
    answer(403, { message: 'Closed until Monday.' })
    const failure = await failureOf(call(clientEndpoints.get, { params: { id: '1' } }))
    expect(failure).toMatchObject({ message: 'Closed until Monday.', status: 403, answered: true })
  })

  it.each([
    ['too-many-requests', '32', 'Too often. You can try again in 32 seconds.'],
    ['too-many-requests', '1', 'Too often. You can try again in 1 second.'],
    ['too-many-requests', '850', 'Too often. You can try again in 15 minutes.'],
    ['too-many-requests', 'Wed, 21 Oct 2026 07:28:00 GMT', 'Too often.'],
    ['busy', '5', 'Too often.'],
  ])('says how long to wait after too many calls (%s, %s)', async (code, retryAfter, sentence) => {
    const headers = { 'retry-after': retryAfter }
    fetch.mockResolvedValueOnce(Response.json({ message: 'Too often.', code }, { status: 429, headers }))
    expect(errorMessage(await failureOf(call(sessionEndpoints.activity, {})))).toBe(sentence)
  })

  it.each([
    [
      'without a network',
      false,
      { code: 'offline', message: 'You seem to be offline. Check your connection and try again.' },
    ],
    [
      'without an answer, online',
      true,
      { code: 'no-answer', message: 'The server is not responding. Wait a moment and try again.' },
    ],
  ])('explains a failure %s, and retries it', async (_, onLine, said) => {
    vi.stubGlobal('navigator', { onLine })
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const failure = await failureOf(call(clientEndpoints.get, { params: { id: '1' } }))
    expect(failure).toMatchObject({ ...said, status: 0, answered: false })
    expect(isTransient(failure)).toBe(true)
  })

  it('does not retry a call that timed out', async () => {
    fetch.mockImplementationOnce(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
    )
    const failure = await failureOf(call(clientEndpoints.get, { params: { id: '1' } }, { timeout: 1 }))
    expect(failure).toMatchObject({ code: 'timed-out', status: 0, answered: false })
    expect(isTransient(failure)).toBe(false)
  })

  it('rejects with a message of its own when a gateway answers with a page', async () => {
    fetch.mockResolvedValueOnce(new Response('<h1>502</h1>', { status: 502 }))
    const failure = await failureOf(call(clientEndpoints.get, { params: { id: '1' } }))
    expect(failure).toMatchObject({ code: 'unreadable-answer', status: 502, answered: false })
    expect(failure.message).not.toContain('<')
  })

  it('keeps the stored session when a login is refused', async () => {
    answer(401, { message: 'Invalid email or password.', code: 'wrong-credentials' })
    await failureOf(call(sessionEndpoints.login, { body: { email: 'a@b.org', password: 'wrong horse' } }))
    expect(stored.get('token')).toBe('abc')
    expect(replace).not.toHaveBeenCalled()
  })

  it('keeps a newer session when an older token is refused', async () => {
    fetch.mockImplementationOnce(async () => {
      stored.set('token', 'newer')
      return new Response(JSON.stringify({ message: 'Over.', code: 'not-signed-in' }), { status: 401 })
    })
    await failureOf(call(sessionEndpoints.activity, {}))
    expect(stored.get('token')).toBe('newer')
    expect(replace).not.toHaveBeenCalled()
  })

  // Last: a page that is being left stays so.
  it('clears a session that has ended and redirects to the login, which returns to this address', async () => {
    stored.set('role', 'manager').set('email', 'a@b.org').set('savedEmail', 'a@b.org')
    answer(401, { message: 'Over.', code: 'not-signed-in' })
    await failureOf(call(sessionEndpoints.activity, {}))
    expect(stored.get('wantedAddress')).toBe('/manager/clients')
    expect([...stored.keys()]).not.toContain('token')
    expect([...stored.keys()]).not.toContain('role')
    expect([...stored.keys()]).not.toContain('email')
    expect(stored.get('savedEmail')).toBe('a@b.org')
    expect(replace).toHaveBeenCalledWith('/login')
  })
})
