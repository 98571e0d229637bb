import { type JWTPayload, SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/access/roles.ts'
import { auditEndpoints } from '#contract/audit/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { ownAccountEndpoints, sessionEndpoints } from '#contract/session/endpoints.ts'
import { organizationEndpoints } from '#contract/session/organization-endpoints.ts'
import { superAdminLink } from '#server/employees/super-admin-link.ts'
import { prepareMail } from '#server/outgoing-mail/prepare-mail.ts'
import { newBrowser, startIdentityProvider } from '#test/support/identity-provider.ts'
import { sender } from '#test/support/outgoing-mail.ts'
import { amina } from '#test/support/people.ts'
import { type Answer, createTestApp, type TestApp } from '#test/support/test-app.ts'
import { atEnd, testTrail } from '#test/support/test-database.ts'
import { password } from '#test/support/test-password.ts'
import { appCode, turnOnTwoStep } from '#test/support/two-step.ts'

/* Signing in with the organization's account, with a real provider over http (docs/product.md 126). */

const start = new Date()
const provider = await startIdentityProvider()
atEnd(() => provider.stop())
const oidc = {
  issuer: provider.issuer,
  clientId: provider.client.id,
  clientSecret: provider.client.secret,
  name: 'Example ID',
  trustsEmail: false,
  answersForTwoStep: false,
  passwordPolicy: 'everyone',
} as const
const app = await createTestApp({ oidc })

/** Another instance on the same database, with the same clock. */
const instance = (more: object = {}, dependencies: object = {}) =>
  createTestApp({ db: app.db, clock: () => app.context.now, oidc: { ...oidc, ...more }, ...dependencies })

const later = (seconds: number) => {
  app.context.now = new Date(start.getTime() + seconds * 1000)
}
beforeEach(async () => {
  later(0)
  provider.faults.clear()
  provider.changeToken = undefined
  await app.db.deleteFrom('throttling').execute()
})

let number = 0
/** An employee, and an account at the provider whose email address is confirmed there. */
async function worker(role: Parameters<TestApp['employ']>[0] = 'manager', claims: object = {}) {
  number += 1
  const login = `worker${number}`
  const email = `${login}@example.org`
  const id = await app.employ(role, email)
  provider.people.set(login, { email, email_verified: true, ...claims })
  return { id, login, email }
}

const cookiesOf = ({ headers }: Answer) => [headers['set-cookie'] ?? []].flat().map(String)
const cookieOf = (answer: Answer) => cookiesOf(answer)[0]?.split(';')[0] ?? ''

interface Trip {
  login: string
  at?: TestApp
  body?: object
  token?: string | undefined
  browser?: ReturnType<typeof newBrowser>
}

/** Goes to the provider and signs in there. */
async function goThere({ login, at = app, body = {}, token, browser }: Trip) {
  const started = await at.send(organizationEndpoints.start, { body, ...(token && { token }) })
  expect(started.status).toBe(200)
  const query = await provider.signIn(started.body.url, login, browser)
  return { query, cookie: cookieOf(started), url: new URL(started.body.url) }
}

const finish = (
  body: object,
  cookie: string,
  { at = app, token }: { at?: TestApp; token?: string | undefined } = {},
) => at.send(organizationEndpoints.finish, { body, headers: { cookie }, ...(token && { token }) })

/** Goes there and comes back. */
async function signIn(trip: Trip) {
  const { query, cookie } = await goThere(trip)
  return await finish({ query }, cookie, trip)
}

const statusWith = async (token: string, at = app) =>
  (await at.send(clientEndpoints.summary, { token })).status
const sessions = async () => {
  const { count } = await app.db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
const refusals = async () => (await app.audited({ action: 'organization refused' }, 'actor_id')).length
const mailsOf = async (id: string) =>
  (
    await app.db
      .selectFrom('outbox')
      .select('kind')
      .where('employee_id', '=', id)
      .orderBy('created_at')
      .execute()
  ).map(({ kind }) => kind)
const actionsOf = async (id: string) =>
  (await app.audited({ record_id: id }, 'action')).map(({ action }) => action)

/** The cookie of a browser that someone has signed in with. */
async function knownDevice() {
  const payload = { email: (await worker()).email, password }
  return cookieOf(await app.sendRaw({ method: 'POST', url: '/api/auth/login', payload }))
}

/** Expects a failure with a sentence, no new session, and an audit row. */
async function expectRefused(attempt: () => Promise<Answer>, status: number, code: string) {
  const before = [await sessions(), await refusals()] as const
  const answer = await attempt()
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(answer.body.message).toMatch(/^[A-Z].*\.$/)
  expect(answer.body.token).toBeUndefined()
  expect([await sessions(), await refusals()]).toEqual([before[0], before[1] + 1])
}

/** For tests in which it does not matter who signs in. */
const steady = await worker()
/** An instance with PASSWORDS=super-admins. */
const only = await instance({ passwordPolicy: 'super-admins' })

describe('signing in', () => {
  test('links the account by its confirmed email the first time, and knows it by `sub` from then on [T1510]', async () => {
    const { id, login, email } = await worker()
    const first = await signIn({ login, body: { returnTo: '/manager/clients?status=active' } })
    expect(first).toMatchObject({ status: 200, body: { returnTo: '/manager/clients?status=active' } })
    expect(await statusWith(first.body.token)).toBe(200)
    expect(cookiesOf(first)).toEqual([
      'sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
      expect.stringMatching(/^device=[\w-]{43}; Path=\/api\/auth; /),
    ])
    expect((await actionsOf(id)).slice(-2)).toEqual(['linked account', 'signed in with organization'])
    expect(await mailsOf(id)).toEqual(['account-linked'])
    provider.people.set(login, { email: `new.${email}`, email_verified: false })
    expect((await signIn({ login })).status).toBe(200)
    expect(await mailsOf(id), 'told once').toEqual(['account-linked'])
    const listed = await app.send(ownAccountEndpoints.sessions, { token: first.body.token })
    expect(listed.body).toHaveLength(2)
  })

  test('takes role and everything else from here, whatever the provider says', async () => {
    const { login, id } = await worker('employee', { role: 'super-admin', groups: ['admins'], name: 'Root' })
    const { body } = await signIn({ login })
    expect((await app.send(auditEndpoints.list, { token: body.token })).status).toBe(403)
    const row = await app.db
      .selectFrom('employees')
      .select(['role', 'first_name'])
      .where('id', '=', id)
      .execute()
    expect(row).toEqual([{ role: 'employee', first_name: 'Super' }])
  })

  test('is started on one instance and finished on another [T1511]', async () => {
    const other = await instance()
    const { login } = await worker()
    const { query, cookie } = await goThere({ login })
    const { status, body } = await finish({ query }, cookie, { at: other })
    expect([status, await statusWith(body.token)]).toEqual([200, 200])
  })

  test('asks a provider that names the email address only in its own call', async () => {
    const strict = await startIdentityProvider({ configuration: { conformIdTokenClaims: true } })
    atEnd(() => strict.stop())
    const at = await instance({ issuer: strict.issuer })
    const { login, email } = await worker()
    strict.people.set(login, { email, email_verified: true })
    const started = await at.send(organizationEndpoints.start, { body: {} })
    const query = await strict.signIn(started.body.url, login)
    expect((await finish({ query }, cookieOf(started), { at })).status).toBe(200)
    strict.people.set('unconfirmed', { email, email_verified: false })
    const again = await at.send(organizationEndpoints.start, { body: {} })
    const answer = await strict.signIn(again.body.url, 'unconfirmed')
    expect((await finish({ query: answer }, cookieOf(again), { at })).body.code).toBe('email-not-verified')
  })

  test('of one account twice at once links it once, and one answer sent twice opens one session', async () => {
    const other = await instance()
    const { id, login } = await worker()
    const trips = await Promise.all([goThere({ login }), goThere({ login })])
    const answers = await Promise.all(
      trips.map(({ query, cookie }, place) => finish({ query }, cookie, { at: place ? other : app })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await mailsOf(id)).toEqual(['account-linked'])
    const { query, cookie } = await goThere({ login })
    const twice = await Promise.all([app, other, app, other].map((at) => finish({ query }, cookie, { at })))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  })

  test('sends nothing to the provider but what OpenID Connect needs, with PKCE, and a cookie that scripts and other sites can’t use [T1512]', async () => {
    const { login } = await worker()
    const { url } = await goThere({ login, body: { returnTo: '/manager/clients' } })
    expect(Object.fromEntries(url.searchParams)).toEqual({
      redirect_uri: 'http://localhost:3000/sign-in',
      scope: 'openid email',
      response_type: 'code',
      client_id: 'stable-housing',
      code_challenge_method: 'S256',
      ...Object.fromEntries(
        ['state', 'nonce', 'code_challenge'].map((name) => [name, expect.stringMatching(/^[\w-]{43}$/)]),
      ),
    })
    const encrypted = await instance({}, { publicUrl: 'https://www.example.org' })
    const started = await encrypted.send(organizationEndpoints.start, { body: {} })
    expect(cookiesOf(started)).toEqual([
      expect.stringMatching(
        /^__Host-sign-in=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ])
    expect(new URL(started.body.url).searchParams.get('redirect_uri')).toBe('https://www.example.org/sign-in')
    const unprefixed = cookieOf(started).replace('__Host-', '')
    expect((await finish({ query: '?code=a' }, unprefixed, { at: encrypted })).body.code).toBe(
      'sign-in-expired',
    )
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'admin',
    '',
    '/\t/evil.example',
    '/\n/evil.example',
    `/${'a'.repeat(500)}`,
  ])('never returns to %j', async (returnTo) => {
    const { status, body } = await app.send(organizationEndpoints.start, { body: { returnTo } })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['returnTo']])
  })

  test('is not found where no provider is set up', async () => {
    const without = await createTestApp({ db: app.db, clock: () => app.context.now })
    for (const [endpoint, body] of [
      [organizationEndpoints.start, {}],
      [organizationEndpoints.finish, { query: '?code=a' }],
    ] as const)
      expect(await without.send(endpoint, { body })).toMatchObject({
        status: 404,
        body: { message: 'Signing in with the organization’s account is not set up.' },
      })
    const token = await app.signIn((await worker()).email)
    expect((await without.send(organizationEndpoints.status, { token })).body).toEqual({
      isLinked: false,
      hasPassword: true,
    })
  })
})

describe('who is recognized', () => {
  const unconfirmed = { email_verified: false }
  const missing = { email_verified: undefined }
  const text = { email_verified: 'true' }
  const absent = { email: undefined }
  const unstorable = { email: 'a\u0000b@example.org' }

  test.each([
    ['verified', 'says no', unconfirmed, 403],
    ['verified', 'says nothing', missing, 403],
    ['verified', 'says yes as a text', text, 403],
    ['verified', 'names no address', absent, 403],
    ['verified', 'names one with a NUL', unstorable, 403],
    ['trusted', 'says no', unconfirmed, 403],
    ['trusted', 'says nothing', missing, 200],
    ['trusted', 'says yes as a text', text, 403],
    ['trusted', 'names no address', absent, 403],
  ])(
    'with OIDC_EMAIL=%s, when the provider %s about the email address [T1513]',
    async (setting, _, claims, status) => {
      const at = await instance({ trustsEmail: setting === 'trusted' })
      const { login } = await worker('manager', claims)
      if (status === 200) expect((await signIn({ login, at })).status).toBe(200)
      else await expectRefused(() => signIn({ login, at }), 403, 'email-not-verified')
    },
  )

  test('is nobody for an address that no employee has, or a deleted one [T1514]', async () => {
    provider.people.set('stranger', { email: 'stranger@example.org', email_verified: true })
    await expectRefused(() => signIn({ login: 'stranger' }), 403, 'no-such-employee')
    const token = await app.tokenOf('super-admin')
    const { id, login } = await worker()
    const { body } = await signIn({ login })
    await app.send(employeeEndpoints.remove, { token, params: { id } })
    expect(await statusWith(body.token)).toBe(401)
    await expectRefused(() => signIn({ login }), 403, 'no-such-employee')
  })

  test('is the new record of an employee who was deleted and added again', async () => {
    const { id, login, email } = await worker()
    await signIn({ login })
    const token = await app.signIn('super-admin@example.org')
    await app.send(employeeEndpoints.remove, { token, params: { id } })
    const added = await app.send(employeeEndpoints.add, { token, body: { ...amina, email } })
    expect(added.status).toBe(201)
    expect((await signIn({ login })).status).toBe(200)
    const shown = await app.send(employeeEndpoints.get, { token, params: { id: added.body.id } })
    expect(shown.body).toMatchObject({ hasOrganizationAccount: true, hasPassword: false })
  })

  test('is not another account with the same address [T1515]', async () => {
    const { id, login, email } = await worker()
    await signIn({ login })
    provider.people.set('takeover', { email: email.toUpperCase(), email_verified: true })
    await expectRefused(() => signIn({ login: 'takeover' }), 403, 'already-linked')
    expect(await mailsOf(id)).toEqual(['account-linked'])
  })

  test('is not whoever has the same `sub` at another provider; with a new provider, the email links again [T1516]', async () => {
    const { id, login, email } = await worker()
    await signIn({ login })
    const moved = await startIdentityProvider()
    atEnd(() => moved.stop())
    const at = await instance({ issuer: moved.issuer })
    const through = async (claims: object) => {
      moved.people.set(login, { email_verified: true, ...claims })
      const started = await at.send(organizationEndpoints.start, { body: {} })
      return await finish({ query: await moved.signIn(started.body.url, login) }, cookieOf(started), { at })
    }
    expect((await through({ email: 'someone.else@example.org' })).body.code).toBe('no-such-employee')
    expect((await through({ email })).status).toBe(200)
    expect(await mailsOf(id)).toEqual(['account-linked', 'account-linked'])
  })
})

describe('a wrong answer', () => {
  const { login } = steady

  /** Comes back with something else than the provider sent. */
  async function wrong(change: (query: URLSearchParams) => void) {
    const { query, cookie } = await goThere({ login })
    const changed = new URLSearchParams(query)
    change(changed)
    return await finish({ query: `?${changed}` }, cookie)
  }

  test.each<[string, (query: URLSearchParams) => void]>([
    ['another state', (query) => query.set('state', 'a'.repeat(43))],
    ['no state', (query) => query.delete('state')],
    ['another code', (query) => query.set('code', 'a'.repeat(43))],
    ['no code', (query) => query.delete('code')],
    ['two codes', (query) => query.append('code', 'b')],
    ['no issuer', (query) => query.delete('iss')],
    ['another issuer', (query) => query.set('iss', 'https://evil.example')],
  ])('with %s opens no session [T1517]', async (_, change) => {
    await expectRefused(() => wrong(change), 400, 'sign-in-expired')
  })

  test('without a cookie, with that of another browser, or with a changed one opens no session [T1518]', async () => {
    const [mine, theirs] = [await goThere({ login }), await goThere({ login })]
    const changed = mine.cookie.replace(/.(?=.{9}$)/, (sign) => (sign === 'A' ? 'B' : 'A'))
    for (const cookie of [
      '',
      theirs.cookie,
      changed,
      'sign-in=a.b.c.d.e',
      'sign-in=eyJhbGciOiJub25lIn0.e30.',
    ])
      await expectRefused(() => finish({ query: mine.query }, cookie), 400, 'sign-in-expired')
    const foreign = await instance({}, { sessionSecret: 'another-secret-another-secret-another' })
    await expectRefused(
      () => finish({ query: mine.query }, mine.cookie, { at: foreign }),
      400,
      'sign-in-expired',
    )
    expect((await finish({ query: mine.query }, mine.cookie)).status, 'the right one still').toBe(200)
  })

  test('that is used again, or comes after ten minutes, opens no session [T1519]', async () => {
    const used = await goThere({ login })
    expect((await finish({ query: used.query }, used.cookie)).status).toBe(200)
    await expectRefused(() => finish({ query: used.query }, used.cookie), 400, 'sign-in-expired')
    // Of a provider that takes a code twice.
    let claims: JWTPayload = {}
    provider.changeToken = (issued) => {
      claims = issued
      return issued
    }
    const lax = await goThere({ login })
    expect((await finish({ query: lax.query }, lax.cookie)).status).toBe(200)
    const id_token = await provider.sign(claims)
    const again = JSON.stringify({ access_token: 'again', token_type: 'bearer', id_token })
    provider.faults.set('/token', (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(again),
    )
    await expectRefused(() => finish({ query: lax.query }, lax.cookie), 400, 'sign-in-expired')
    provider.faults.clear()
    const late = await goThere({ login })
    later(601)
    await expectRefused(() => finish({ query: late.query }, late.cookie), 400, 'sign-in-expired')
  })

  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  test.each<[string, NonNullable<typeof provider.changeToken>]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce: _, ...claims }) => claims],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['another audience', (claims) => ({ ...claims, aud: 'another-client' })],
    ['another authorized party', (claims) => ({ ...claims, aud: ['stable-housing', 'b'], azp: 'b' })],
    ['an end in the past', (claims) => ({ ...claims, iat: inSeconds(-900), exp: inSeconds(-300) })],
    ['no end', ({ exp: _, ...claims }) => claims],
    ['no subject', ({ sub: _, ...claims }) => claims],
    ['an empty subject', (claims) => ({ ...claims, sub: '' })],
    ['a NUL in the subject', (claims) => ({ ...claims, sub: 'a\u0000b' })],
    ['a subject that is too long', (claims) => ({ ...claims, sub: 'a'.repeat(256) })],
    [
      'a key that is not the provider’s',
      async (claims) => await provider.sign(claims, await provider.newKey()),
    ],
    [
      'a changed text under the old signature',
      async (claims) => {
        const [header, , signature] = (await provider.sign(claims)).split('.')
        const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'someone-else' })).toString('base64url')
        return [header, payload, signature].join('.')
      },
    ],
    [
      'no signature',
      async (claims) => {
        const [header, payload] = [{ alg: 'none' }, claims].map((part) =>
          Buffer.from(JSON.stringify(part)).toString('base64url'),
        )
        return `${header}.${payload}.`
      },
    ],
    [
      'the client secret as its key',
      async (claims) =>
        await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(provider.client.secret)),
    ],
  ])('whose ID token has %s opens no session [T1520]', async (_, change) => {
    provider.changeToken = change
    await expectRefused(() => signIn({ login }), 400, 'sign-in-expired')
  })

  test('of a person who has canceled says that nobody was signed in', async () => {
    const started = await app.send(organizationEndpoints.start, { body: {} })
    const state = new URL(started.body.url).searchParams.get('state')
    const query = `?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`
    const answer = await finish({ query }, cookieOf(started))
    expect([answer.status, answer.body.message]).toEqual([400, 'You have not been signed in. Start again.'])
  })

  test('of a body with neither query nor code, or with a list, is 400', async () => {
    for (const body of [
      {},

      { query: ['?a'] },
      { query: '' },
      { query: 'x'.repeat(8001) },
    ])
      expect((await finish(body, '')).body.code).toBe('invalid-input')
  })

  test('is counted by network address; not so in a browser that staff have signed in with [T1521]', async () => {
    const device = await knownDevice()
    const { query, cookie } = await goThere({ login })
    for (let count = 0; count < 30; count += 1) await finish({ query: '?code=a' }, '')
    expect((await app.send(organizationEndpoints.start, { body: {} })).status).toBe(429)
    const refused = await finish({ query }, cookie)
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      429,
      'too-many-requests',
      '900',
    ])
    expect((await finish({ query }, `${cookie}; ${device}`)).status).toBe(200)
    expect((await finish({ query }, `${cookie}; device=${'x'.repeat(43)}`)).status, 'made up').toBe(429)
  })

  test('can’t be prepared in thousands: a network starts 200 sign-ins in 15 minutes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 210 }, () => app.send(organizationEndpoints.start, { body: {} })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    const known = await app.send(organizationEndpoints.start, {
      body: {},
      headers: { cookie: await knownDevice() },
    })
    expect(known.status, 'a browser that staff have signed in with').toBe(200)
  })
})

describe('a provider that', () => {
  const { login } = steady
  const away = [503, 'provider-unavailable'] as const

  test('is away stops neither the start nor passwords; later it works again [T1522]', async () => {
    const unreached = await instance({ issuer: 'http://localhost:1' })
    await expectRefused(() => unreached.send(organizationEndpoints.start, { body: {} }), ...away)
    const { email } = await worker()
    const { status } = await unreached.sendRaw({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
    })
    expect(status).toBe(200)
    const fresh = await instance()
    provider.faults.set('/.well-known/openid-configuration', (request) => request.socket.destroy())
    await expectRefused(() => fresh.send(organizationEndpoints.start, { body: {} }), ...away)
    provider.faults.clear()
    expect((await signIn({ login, at: fresh })).status).toBe(200)
    provider.faults.set('/.well-known/openid-configuration', (request) => request.socket.destroy())
    expect((await signIn({ login, at: fresh })).status, 'its description is known').toBe(200)
  })

  test.each(['/token', '/jwks'])(
    'breaks off at %s opens no session, and does not count as a guess [T1523]',
    async (path) => {
      provider.faults.set(path, (request) => request.socket.destroy())
      await expectRefused(() => signIn({ login }), ...away)
      const counted = app.db.selectFrom('throttling').select('key').where('key', 'like', 'sign-in %')
      expect(await counted.execute()).toEqual([])
      provider.faults.clear()
      expect((await signIn({ login })).status).toBe(200)
    },
  )

  test.each<[string, number, Record<string, string>, string]>([
    ['fails', 500, { 'content-type': 'text/html' }, 'oops'],
    ['answers no JSON', 200, { 'content-type': 'application/json' }, '<html>'],
    ['leads elsewhere', 307, { location: 'http://localhost:1/internal' }, ''],
    ['does not know this program', 401, { 'content-type': 'application/json' }, '{"error":"invalid_client"}'],
  ])('%s is unavailable [T1524]', async (_, status, headers, body) => {
    provider.faults.set('/token', (_request, response) => response.writeHead(status, headers).end(body))
    await expectRefused(() => signIn({ login }), ...away)
  })

  test('never answers, or never ends its answer, is given up after four seconds [T1525]', async () => {
    const { query, cookie } = await goThere({ login })
    provider.faults.set('/.well-known/openid-configuration', () => undefined)
    // Begins, and does not go on.
    provider.faults.set('/token', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    })
    const fresh = await instance()
    const began = performance.now()
    const [finished, started] = await Promise.all([
      finish({ query }, cookie),
      fresh.send(organizationEndpoints.start, { body: {} }),
    ])
    expect([finished.body.code, started.body.code]).toEqual([away[1], away[1]])
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  test('changes its keys: new ones are accepted at once, old ones no longer [T1526]', async () => {
    expect((await signIn({ login })).status).toBe(200)
    await provider.changeKeys()
    expect((await signIn({ login })).status).toBe(200)
  })

  test('names another issuer than the setting is unavailable', async () => {
    provider.faults.set('/.well-known/openid-configuration', (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          issuer: 'https://evil.example',
          authorization_endpoint: 'https://evil.example/a',
        }),
      ),
    )
    const fresh = await instance()
    await expectRefused(() => fresh.send(organizationEndpoints.start, { body: {} }), ...away)
  })
})

describe('the second step', () => {
  async function protectedWorker() {
    const person = await worker()
    const { secret } = await turnOnTwoStep(app, await app.signIn(person.email))
    later(90)
    return {
      ...person,
      code: (seconds = 0) => appCode(secret, new Date(app.context.now.getTime() + seconds * 1000)),
    }
  }

  test('ours: a code follows, from the same browser; the account is linked only then [T1527]', async () => {
    const { id, login, code } = await protectedWorker()
    const first = await signIn({ login, body: { returnTo: '/manager/clients' } })
    expect([first.status, first.body.code]).toEqual([401, 'second-step-needed'])
    const cookie = cookieOf(first)
    expect(cookie).toMatch(/^sign-in=[\w.-]+$/)
    expect(await mailsOf(id)).toEqual(['two-step-set-up'])
    expect((await finish({ code: '000000' }, cookie)).body.code).toBe('wrong-code')
    expect((await finish({ code: code() }, '')).body.code, 'without the cookie').toBe('sign-in-expired')
    const done = await finish({ code: code() }, cookie)
    expect(done).toMatchObject({ status: 200, body: { returnTo: '/manager/clients' } })
    expect(await statusWith(done.body.token)).toBe(200)
    expect(await mailsOf(id)).toEqual(['two-step-set-up', 'account-linked'])
    const actions = await actionsOf(id)
    expect(actions.slice(-3)).toEqual(['code refused', 'linked account', 'signed in with organization'])
    later(180)
    expect((await finish({ code: code() }, cookie)).body.code, 'no second session').toBe('sign-in-expired')
  })

  test('ours: wrong codes count as with the password, and the cookie ends after ten minutes [T1528]', async () => {
    const { login, code } = await protectedWorker()
    const cookie = cookieOf(await signIn({ login }))
    for (let count = 0; count < 5; count += 1) await finish({ code: '000000' }, cookie)
    expect((await finish({ code: code() }, cookie)).status).toBe(429)
    later(90 + 601)
    expect((await finish({ code: code() }, cookie)).body.code).toBe('sign-in-expired')
  })

  test('ours: a person who was deleted meanwhile gets no session', async () => {
    const { id, login, code } = await protectedWorker()
    const cookie = cookieOf(await signIn({ login }))
    await app.db.updateTable('employees').set({ deleted_at: start }).where('id', '=', id).execute()
    expect((await finish({ code: code() }, cookie)).body.code).toBe('no-such-employee')
  })

  test('ours: a person who must set it up is led there, and can do nothing else', async () => {
    const strict = await instance({}, { twoStep: { policy: 'everyone', key: 'x'.repeat(44) } })
    const { login } = await worker()
    const { body } = await signIn({ login, at: strict })
    const refused = await strict.send(clientEndpoints.summary, { token: body.token })
    expect([refused.status, refused.body.code]).toEqual([403, 'two-step-required'])
    const begin = async () =>
      (await strict.send(ownAccountEndpoints.beginTwoStep, { token: body.token })).body
    expect(await begin()).toHaveProperty('uri')
    later(16 * 60)
    expect((await begin()).code).toBe('confirm-password')
    provider.changeToken = (claims) => ({ ...claims, auth_time: Number(claims.auth_time) + 16 * 60 })
    const confirm = { login, at: strict, token: body.token, body: { confirm: true, returnTo: '/two-step' } }
    expect((await signIn(confirm)).body).toEqual({ returnTo: '/two-step' })
    expect(await begin()).toHaveProperty('uri')
  })

  test('theirs: the provider answers for it, for its own sessions alone [T1529]', async () => {
    const theirs = await instance(
      { answersForTwoStep: true },
      { twoStep: { policy: 'everyone', key: 'only-for-tests-only-for-tests-only-for-tests' } },
    )
    const { login } = await protectedWorker()
    const { status, body } = await signIn({ login, at: theirs })
    expect([status, await statusWith(body.token, theirs)]).toEqual([200, 200])
    const without = await worker()
    const other = await signIn({ login: without.login, at: theirs })
    expect(await statusWith(other.body.token, theirs)).toBe(200)
    const { body: state } = await theirs.send(ownAccountEndpoints.twoStep, { token: other.body.token })
    expect(state.isRequired).toBe(false)
    const byPassword = await theirs.signIn(without.email)
    expect(await statusWith(byPassword, theirs), 'by password').toBe(403)
  })
})

describe('a confirmation', () => {
  /** Signed in a while ago. */
  async function signedIn() {
    const person = await worker()
    const browser = newBrowser()
    const { body } = await signIn({ login: person.login, browser })
    later(16 * 60)
    return { ...person, browser, token: body.token as string }
  }
  const endOthers = (token: string) => app.send(ownAccountEndpoints.endOtherSessions, { token })
  /** The provider has a clock of its own: what it says now happened before the clock of the test. */
  const atProviderTime = () => {
    provider.changeToken = (claims) => ({ ...claims, auth_time: Number(claims.auth_time) + 16 * 60 })
  }

  test('asks for the password there, and the session stays [T1530]', async () => {
    const { id, login, token, browser } = await signedIn()
    expect((await endOthers(token)).body.code).toBe('confirm-password')
    const body = { confirm: true, returnTo: '/manager/profile' }
    atProviderTime()
    const { url, query, cookie } = await goThere({ login, token, browser, body })
    expect(url.searchParams.get('max_age')).toBe('0')
    const before = await sessions()
    const answer = await finish({ query }, cookie, { token })
    expect([answer.status, answer.body]).toEqual([200, { returnTo: '/manager/profile' }])
    expect(await sessions()).toBe(before)
    expect((await endOthers(token)).status).toBe(204)
    expect(await actionsOf(id)).toContain('confirmed with organization')
  })

  test('needs the session that began it [T1531]', async () => {
    const { login, token, browser } = await signedIn()
    expect((await app.send(organizationEndpoints.start, { body: { confirm: true } })).body.code).toBe(
      'not-signed-in',
    )
    atProviderTime()
    const { query, cookie } = await goThere({ login, token, browser, body: { confirm: true } })
    const elsewhere = (await signedIn()).token
    for (const other of [undefined, elsewhere]) {
      const { status, body } = await finish({ query }, cookie, { token: other })
      expect([status, body.code, body.token]).toEqual([401, 'not-signed-in', undefined])
    }
    await app.send(sessionEndpoints.logout, { token })
    expect((await finish({ query }, cookie, { token })).body.code).toBe('not-signed-in')
  })

  test('of another person’s account, or of one that was not asked again, confirms nothing [T1532]', async () => {
    const [mine, other] = [await signedIn(), await signedIn()]
    atProviderTime()
    const trip = { token: mine.token, body: { confirm: true } }
    await expectRefused(() => signIn({ ...trip, login: other.login }), 403, 'no-such-employee')
    provider.changeToken = undefined
    await expectRefused(() => signIn({ ...trip, login: mine.login }), 403, 'not-confirmed')
    provider.changeToken = ({ auth_time: _, ...claims }) => claims
    await expectRefused(() => signIn({ ...trip, login: mine.login }), 403, 'not-confirmed')
    expect((await endOthers(mine.token)).body.code).toBe('confirm-password')
  })

  test('of an account with our second step needs the code as well [T1533]', async () => {
    const { login, token, email } = await signedIn()
    await app.send(ownAccountEndpoints.confirm, { token, body: { password } })
    const { secret } = await turnOnTwoStep(app, token)
    later(40 * 60)
    await app.db.updateTable('sessions').set({ active_at: app.context.now }).execute()
    provider.changeToken = (claims) => ({ ...claims, auth_time: Number(claims.auth_time) + 40 * 60 })
    const first = await signIn({ login, token, body: { confirm: true } })
    expect(first.body.code).toBe('second-step-needed')
    expect((await endOthers(token)).body.code).toBe('confirm-password')
    // Slowly: the provider's minute is over.
    later(42 * 60)
    const code = appCode(secret, app.context.now)
    expect((await finish({ code }, cookieOf(first))).body.code, 'without the session').toBe('not-signed-in')
    expect((await finish({ code }, cookieOf(first), { token })).body).toEqual({})
    expect((await endOthers(token)).status, email).toBe(204)
  })

  test('is not what a sign-in without a password at the provider is [T1534]', async () => {
    const { login } = await worker()
    provider.changeToken = (claims) => ({
      ...claims,
      auth_time: Math.floor(start.getTime() / 1000) - 16 * 60,
    })
    const silent = await signIn({ login })
    expect((await endOthers(silent.body.token)).body.code).toBe('confirm-password')
    provider.changeToken = ({ auth_time: _, ...claims }) => claims
    const unsaid = await signIn({ login })
    expect((await endOthers(unsaid.body.token)).status).toBe(204)
  })
})

describe('PASSWORDS=super-admins', () => {
  const post = (url: string, payload: object, at = only) =>
    at.sendRaw({ method: 'POST', url: `/api/auth/${url}`, payload })
  const linkOf = async (email: string, role: Role) => {
    const deps = { trail: testTrail, db: app.db, clock: () => app.context.now, publicUrl: '' }
    const link = await superAdminLink(deps, email)
    await app.db.updateTable('employees').set({ role }).where('email', '=', email).execute()
    return new URL(link, 'http://localhost').searchParams.get('token') ?? ''
  }

  test.each(['admin', 'manager', 'employee'] as const)(
    'leaves no %s a way in by password, with the answers of an unknown one [T1535]',
    async (role) => {
      const { email } = await worker(role)
      const unknown = await post('login', { email: 'nobody@example.org', password })
      const known = await post('login', { email, password })
      expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
      const link = await linkOf(email, role)
      for (const [url, body] of [
        ['link', { token: link }],
        ['save', { token: link, password: 'four other words here' }],
      ] as const) {
        const refused = await post(url, body)
        expect([refused.status, refused.body.code]).toEqual([400, 'link-not-valid'])
      }
      const token = await app.signIn(email)
      const confirmed = await only.send(ownAccountEndpoints.confirm, { token, body: { password } })
      expect(confirmed.body.code).toBe('wrong-password')
      const changed = await only.send(sessionEndpoints.changePassword, {
        token,
        body: { currentPassword: password, password: 'four other words here' },
      })
      expect(changed.body.code).toBe('wrong-password')
      const { body: state } = await only.send(organizationEndpoints.status, { token })
      expect(state.hasPassword).toBe(false)
    },
  )

  test('lets super-admins in by password, also when the provider is away [T1536]', async () => {
    const gone = await instance({ passwordPolicy: 'super-admins', issuer: 'http://localhost:1' })
    const { email } = await worker('super-admin')
    expect((await post('login', { email, password }, gone)).status).toBe(200)
    const link = await linkOf(email, 'super-admin')
    expect((await post('save', { token: link, password }, gone)).status).toBe(200)
  })

  test('sends no reset link, and tells new employees how to sign in [T1537]', async () => {
    const mailFor = async (email: string, kind: 'reset' | 'set-up') => {
      const account = await app.db
        .selectFrom('employees')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirst()
      await app.db.deleteFrom('outbox').execute()
      if (kind === 'reset') await post('forgot', { email })
      else
        await app.db
          .insertInto('outbox')
          .values({
            kind,
            recipient: email,
            employee_id: account?.id ?? null,
            created_at: start,
            next_attempt_at: start,
          })
          .execute()
      const queued = await app.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
      return await prepareMail(
        app.db,
        { ...sender, oidc: { ...oidc, passwordPolicy: 'super-admins' } },
        queued.id,
        start,
      )
    }
    const [ordinary, chief] = [await worker('admin'), await worker('super-admin')]
    expect(await mailFor(ordinary.email, 'reset')).toBeUndefined()
    expect((await mailFor(chief.email, 'reset'))?.content.text).toContain('/set-password?token=')
    const welcome = await mailFor(ordinary.email, 'set-up')
    expect(welcome?.content.text).toContain('sign in with Example ID')
    expect(welcome?.content.text).not.toContain('token=')
    expect(welcome?.setupLink).toBeUndefined()
  })
})

describe('the link', () => {
  test('is shown and removed on the profile; the other sessions that it opened end [T1538]', async () => {
    const { id, login, email } = await worker()
    const state = async (token: string) => (await app.send(organizationEndpoints.status, { token })).body
    const byPassword = await app.signIn(email)
    expect(await state(byPassword)).toEqual({ isLinked: false, hasPassword: true })
    const [one, two] = [(await signIn({ login })).body.token, (await signIn({ login })).body.token]
    expect(await state(one)).toEqual({ isLinked: true, hasPassword: true })
    expect((await app.send(organizationEndpoints.unlink, { token: one })).status).toBe(204)
    expect(await Promise.all([one, two, byPassword].map((token) => statusWith(token)))).toEqual([
      200, 401, 200,
    ])
    expect((await app.send(organizationEndpoints.unlink, { token: one })).status).toBe(404)
    expect(await mailsOf(id)).toEqual(['account-linked', 'account-unlinked'])
    expect((await actionsOf(id)).at(-1)).toBe('unlinked account')
    expect((await signIn({ login })).status, 'it links again').toBe(200)
  })

  test('is shown to admins and removed by super-admins [T1539]', async () => {
    const { id, login } = await worker()
    const { body } = await signIn({ login })
    const token = await app.signIn((await worker('super-admin')).email)
    const shown = async () => (await app.send(employeeEndpoints.get, { token, params: { id } })).body
    expect((await shown()).hasOrganizationAccount).toBe(true)
    const remove = () => app.send(employeeEndpoints.unlinkAccount, { token, params: { id } })
    expect((await remove()).status).toBe(204)
    expect((await shown()).hasOrganizationAccount).toBe(false)
    expect(await statusWith(body.token)).toBe(401)
    expect((await remove()).status).toBe(404)
    expect(await mailsOf(id)).toEqual(['account-linked', 'account-unlinked'])
  })
})

test('logging out names where to sign out of the provider, after a sign-in there alone [T1540]', async () => {
  const { login, email } = await worker()
  const { body } = await signIn({ login })
  const out = await app.send(sessionEndpoints.logout, { token: body.token })
  const url = new URL(out.body.endSessionUrl)
  expect(url.origin + url.pathname).toBe(`${provider.issuer}/session/end`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'stable-housing',
    post_logout_redirect_uri: 'http://localhost:3000/login',
  })
  expect(await statusWith(body.token)).toBe(401)
  const byPassword = await app.signIn(email)
  expect((await app.send(sessionEndpoints.logout, { token: byPassword })).body).toEqual({
    message: 'You are signed out.',
  })
})

test('neither log nor database holds a code, state, nonce, verifier, cookie, token or secret [T1541]', async () => {
  const { login } = await worker()
  const { query, cookie, url } = await goThere({ login })
  const { body } = await finish({ query }, cookie)
  await expectRefused(() => finish({ query }, cookie), 400, 'sign-in-expired')
  const answer = new URLSearchParams(query)
  const secrets = [
    answer.get('code'),
    ...['state', 'nonce', 'code_challenge'].map((name) => url.searchParams.get(name)),
    cookie.split('=')[1],
    body.token,
    provider.client.secret,
  ].map(String)
  const log = app.logged.join('')
  const tables = await app.db.introspection.getTables()
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20)
    expect(log).not.toContain(secret)
  }
  for (const { name } of tables) {
    const rows = JSON.stringify(
      await app.db
        .selectFrom(name as 'employees')
        .selectAll()
        .execute(),
    )
    for (const secret of secrets) expect(rows.includes(secret), `${name} ${secret}`).toBe(false)
  }
  for (const line of provider.received) {
    expect(line).not.toContain(body.token)
    expect(line).not.toContain(provider.client.secret)
  }
})
