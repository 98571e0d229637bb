import { createHmac } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { superAdminLink } from '#server/operations/super-admin-link.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { password } from '#test/support/test-password.ts'

let house: TestApp
const email = 'manager@example.org'
const start = new Date('2026-06-15T15:00:00Z')

beforeAll(async () => {
  house = await createTestApp()
  await house.employ('manager')
})
afterAll(() => house.close())
beforeEach(() => {
  house.surroundings.now = start
})

const later = (seconds: number) => {
  house.surroundings.now = new Date(start.getTime() + seconds * 1000)
}
const statusWith = async (token: string) => (await house.send(clientEndpoints.summary, { token })).status
const login = (body: unknown) => house.send(sessionEndpoints.login, { body: body as never })
const setPassword = (token: string, secret: string) =>
  house.send(sessionEndpoints.save, { body: { token, password: secret } })
const newLink = async (address: string) => {
  const link = await superAdminLink(
    { db: house.db, clock: () => house.surroundings.now, publicUrl: '' },
    address,
  )
  return new URL(link, 'http://localhost').searchParams.get('token') ?? ''
}

test('the token tells role, email and exp, 12 hours ahead', async () => {
  const claims = JSON.parse(
    Buffer.from((await house.signIn(email)).split('.')[1] ?? '', 'base64url').toString(),
  )
  expect(claims).toMatchObject({ role: 'manager', email, exp: start.getTime() / 1000 + 12 * 60 * 60 })
})

test('an e-mail address signs in whatever its case, with blanks around it', async () => {
  expect((await login({ email: ' MANAGER@example.ORG ', password })).status).toBe(200)
})

test('an unknown e-mail and a wrong password get the very same answer', async () => {
  const unknown = await login({ email: 'nobody@example.org', password })
  const wrong = await login({ email, password: 'not the password' })
  expect(unknown).toMatchObject({
    status: 401,
    body: { message: 'Invalid email or password.', code: 'wrong-credentials' },
  })
  expect(wrong.body).toEqual(unknown.body)
})

test('an account that has set no password yet can’t be signed in to', async () => {
  await house.employ('employee', 'new@example.org')
  await house.db
    .updateTable('employees')
    .set({ password_hash: null })
    .where('email', '=', 'new@example.org')
    .execute()
  expect((await login({ email: 'new@example.org', password })).status).toBe(401)
})

test('a missing field is named', async () => {
  expect((await login({})).body.fields).toEqual({
    email: 'Email is required.',
    password: 'Password is required.',
  })
})

test('a session ends at its expiry, even for a person who was active all the time', async () => {
  const token = await house.signIn(email)
  for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
    later(minutes * 60)
    expect((await house.send(sessionEndpoints.activity, { token })).status).toBe(200)
  }
  later(12 * 60 * 60 - 1)
  expect(await statusWith(token)).toBe(200)
  later(12 * 60 * 60)
  expect(await statusWith(token)).toBe(401)
})

test('a session ends after 30 minutes without activity, however many calls were made', async () => {
  const token = await house.signIn(email)
  later(29 * 60)
  expect(await statusWith(token)).toBe(200)
  later(30 * 60)
  expect(await statusWith(token)).toBe(401)
  expect((await house.send(sessionEndpoints.activity, { token })).status).toBe(401)
})

test('logging out ends this session at once, and no other', async () => {
  const [mine, other] = [await house.signIn(email), await house.signIn(email)]
  expect((await house.send(sessionEndpoints.logout, { token: mine })).status).toBe(200)
  expect([await statusWith(mine), await statusWith(other)]).toEqual([401, 200])
})

test('a changed role ends the token at the very next call', async () => {
  const token = await house.signIn(email)
  const change = (role: 'employee' | 'manager') =>
    house.db.updateTable('employees').set({ role }).where('email', '=', email).execute()
  await change('employee')
  expect(await statusWith(token)).toBe(401)
  await change('manager')
})

test('no forged token is accepted', async () => {
  const [head = '', body = '', signature = ''] = (await house.signIn(email)).split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (header: object, payload: object, secret: string) => {
    const content = `${encode(header)}.${encode(payload)}`
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
  }
  const secret = 'only-for-tests-only-for-tests-only-for-tests'
  const header = { alg: 'HS256', typ: 'at+jwt' }
  expect(await statusWith(signed(header, claims, secret))).toBe(200)
  const { exp: _, ...endless } = claims
  const forged = [
    `${encode({ alg: 'none' })}.${body}.`,
    `${head}.${encode({ ...claims, role: 'super-admin' })}.${signature}`,
    signed(header, claims, 'another-secret'),
    signed({ ...header, typ: 'JWT' }, claims, secret),
    signed(header, endless, secret),
    signed(header, { ...claims, aud: 'elsewhere' }, secret),
    signed(header, { ...claims, iss: 'elsewhere' }, secret),
    signed(header, { ...claims, role: 'super-admin' }, secret),
    signed(header, { ...claims, sub: '00000000-0000-4000-8000-000000000000' }, secret),
    signed(header, { ...claims, sid: '00000000-0000-4000-8000-000000000000' }, secret),
    signed(header, { ...claims, sid: "' OR 1=1" }, secret),
    '',
    'null',
  ]
  expect(await Promise.all(forged.map(statusWith))).toEqual(forged.map(() => 401))
})

test('a link sets the password once; a second use is refused, even at the same moment', async () => {
  await house.employ('super-admin', 'once@example.org')
  const link = await newLink('once@example.org')
  const attempts = await Promise.all(
    ['spring thaw 1', 'spring thaw 2', 'spring thaw 3'].map((p) => setPassword(link, p)),
  )
  expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect(await setPassword(link, 'spring thaw 4')).toMatchObject({
    status: 400,
    body: { code: 'link-not-valid' },
  })
})

test('a newer link ends the older one', async () => {
  await house.employ('super-admin', 'newer@example.org')
  const [older, newer] = [await newLink('newer@example.org'), await newLink('newer@example.org')]
  expect((await setPassword(older, 'spring thaw')).status).toBe(400)
  expect((await setPassword(newer, 'spring thaw')).status).toBe(200)
})

test('a set-up link holds for 72 hours and not a second longer', async () => {
  await house.employ('super-admin', 'late@example.org')
  const link = await newLink('late@example.org')
  later(72 * 60 * 60)
  expect((await setPassword(link, 'spring thaw')).status).toBe(400)
  later(72 * 60 * 60 - 1)
  expect((await setPassword(link, 'spring thaw')).status).toBe(200)
})

test('setting a password ends every session of the employee and lets the new password in', async () => {
  await house.employ('super-admin', 'fresh@example.org')
  const token = await house.signIn('fresh@example.org')
  const link = await newLink('fresh@example.org')
  expect((await setPassword(link, 'ice on the lake')).status).toBe(200)
  expect(await statusWith(token)).toBe(401)
  expect((await login({ email: 'fresh@example.org', password })).status).toBe(401)
  expect((await login({ email: 'fresh@example.org', password: 'ice on the lake' })).status).toBe(200)
})

test('passwords too short, too long or too common are refused, and the link still holds', async () => {
  await house.employ('super-admin', 'hawa.mohamud@example.org')
  const link = await newLink('hawa.mohamud@example.org')
  for (const weak of [
    'short',
    'x'.repeat(129),
    'password1',
    'PassWord1',
    'Hawa.Mohamud1',
    'StableHousingRelocation!',
  ]) {
    expect(await setPassword(link, weak), weak).toMatchObject({
      status: 400,
      body: { code: 'invalid-input' },
    })
  }
  expect((await setPassword(link, '🏠'.repeat(8))).status).toBe(200)
})

test('a password typed in another Unicode form is the same password', async () => {
  await house.employ('super-admin', 'zoe@example.org')
  await setPassword(await newLink('zoe@example.org'), 'un été à Zoë')
  expect((await login({ email: 'zoe@example.org', password: 'un été à Zoë'.normalize('NFD') })).status).toBe(
    200,
  )
})

test('neither a token nor a password is stored anywhere', async () => {
  await house.employ('super-admin', 'stored@example.org')
  const link = await newLink('stored@example.org')
  await setPassword(link, 'nobody reads this')
  const links = await house.db.selectFrom('account_links').selectAll().execute()
  const accounts = await house.db.selectFrom('employees').selectAll().execute()
  const audit = await house.db.selectFrom('audit_events').selectAll().execute()
  const stored = JSON.stringify([
    links.map((row) => ({ ...row, token_hash: row.token_hash.toString() })),
    accounts,
    audit,
  ])
  expect(stored).not.toContain(link)
  expect(stored).not.toContain('nobody reads this')
  expect(accounts.every((row) => row.password_hash?.startsWith('$argon2id$') ?? true)).toBe(true)
})

test('a sign-in that was under way while the password changed opens no session', async () => {
  await house.employ('super-admin', 'race@example.org')
  const link = await newLink('race@example.org')
  const signingIn = Array.from({ length: 20 }, () => login({ email: 'race@example.org', password }))
  const [changed, ...answers] = await Promise.all([setPassword(link, 'ice on the lake'), ...signingIn])
  expect(changed.status).toBe(200)
  const tokens = answers.flatMap(({ body }) => body.token ?? [])
  expect(await Promise.all(tokens.map(statusWith))).toEqual(tokens.map(() => 401))
})

test('an unknown e-mail takes about as long as a wrong password', async () => {
  const timeOf = async (address: string, remoteAddress: string) => {
    const payload = { email: address, password: 'not the password' }
    const begun = performance.now()
    const { status } = await house.sendRaw({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      payload,
    })
    const time = performance.now() - begun
    expect(status).toBe(401)
    return time
  }
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < 15; round += 1) {
    times.known.push(await timeOf(email, `198.51.100.${round}`))
    times.unknown.push(await timeOf('nobody@example.org', `203.0.113.${round}`))
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[7] ?? 0
  expect(median(times.unknown) / median(times.known)).toBeGreaterThan(0.5)
})

test('a hash of older parameters is replaced at the next sign-in, and the day of the password stays', async () => {
  await house.employ('employee', 'older@example.org')
  const older = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const account = house.db.updateTable('employees').where('email', '=', 'older@example.org')
  await account.set({ password_hash: older }).execute()
  const day = () =>
    house.db
      .selectFrom('employees')
      .select(['password_hash', 'password_set_at'])
      .where('email', '=', 'older@example.org')
      .executeTakeFirstOrThrow()
  const before = await day()
  later(60)
  expect((await login({ email: 'older@example.org', password })).status).toBe(200)
  const after = await day()
  expect(after.password_hash).toContain('m=19456,t=2')
  expect(after.password_set_at).toEqual(before.password_set_at)
})

test('the link of a deleted employee sets no password', async () => {
  await house.employ('super-admin', 'gone@example.org')
  const link = await newLink('gone@example.org')
  await house.db
    .updateTable('employees')
    .set({ deleted_at: start })
    .where('email', '=', 'gone@example.org')
    .execute()
  expect((await setPassword(link, 'spring thaw')).status).toBe(400)
})

test('two links made side by side: only one of them holds', async () => {
  await house.employ('super-admin', 'twice@example.org')
  const links = await Promise.all(Array.from({ length: 6 }, () => newLink('twice@example.org')))
  const open = await house.db
    .selectFrom('account_links')
    .innerJoin('employees', 'employees.id', 'account_links.employee_id')
    .select('account_links.id')
    .where('email', '=', 'twice@example.org')
    .where('ended_at', 'is', null)
    .execute()
  expect(links).toHaveLength(6)
  expect(open).toHaveLength(1)
})
