import { hash } from '@node-rs/argon2'
import { beforeEach, describe, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { ownAccountEndpoints, sessionEndpoints } from '#contract/session/endpoints.ts'
import { lockAccount } from '#server/accounts/store.ts'
import { superAdminLink } from '#server/employees/super-admin-link.ts'
import { queueLinkMail } from '#server/outgoing-mail/store.ts'
import { removeOldSessions } from '#server/session/store.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'
import { password } from '#test/support/test-password.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

const email = 'manager@example.org'
const start = new Date('2026-06-15T15:00:00Z')

const app = await createTestApp()
await app.employ('manager')
beforeEach(async () => {
  app.context.now = start
  await app.db.deleteFrom('throttling').execute()
})

const later = (seconds: number) => {
  app.context.now = new Date(start.getTime() + seconds * 1000)
}
const statusWith = async (token: string) => (await app.send(clientEndpoints.summary, { token })).status
const login = (body: unknown) => app.send(sessionEndpoints.login, { body: body as never })
const setPassword = (token: string, secret: string) =>
  app.send(sessionEndpoints.save, { body: { token, password: secret } })
const newLink = async (address: string) => {
  const link = await superAdminLink(
    { trail: testTrail, db: app.db, clock: () => app.context.now, publicUrl: '' },
    address,
  )
  return new URL(link, 'http://localhost').searchParams.get('token') ?? ''
}

test('the token holds role, email and an expiry 12 hours ahead [T66]', async () => {
  const [, payload = ''] = (await app.signIn(email)).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect(claims).toMatchObject({
    role: 'manager',
    email,
    name: 'Super Admin',
    exp: start.getTime() / 1000 + 12 * 60 * 60,
  })
})

test('accepts an email in any case, with spaces around it', async () => {
  expect((await login({ email: ' MANAGER@example.ORG ', password })).status).toBe(200)
})

test('answers an unknown email and a wrong password identically [T227]', async () => {
  const unknown = await login({ email: 'nobody@example.org', password })
  const wrong = await login({ email, password: 'not the password' })
  expect(unknown).toMatchObject({
    status: 401,
    body: { message: 'Invalid email or password.', code: 'wrong-credentials' },
  })
  expect(wrong.body).toEqual(unknown.body)
})

test('rejects a sign-in to an account without a password [T406]', async () => {
  await app.employ('employee', 'new@example.org')
  await app.db
    .updateTable('employees')
    .set({ password_hash: null })
    .where('email', '=', 'new@example.org')
    .execute()
  expect((await login({ email: 'new@example.org', password })).status).toBe(401)
})

test('names a missing field [T74]', async () => {
  expect((await login({})).body.fields).toEqual({
    email: 'Email is required.',
    password: 'Password is required.',
  })
})

test('a session ends at its expiry, even with constant activity [T222]', async () => {
  const token = await app.signIn(email)
  for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
    later(minutes * 60)
    expect((await app.send(sessionEndpoints.activity, { token })).status).toBe(200)
  }
  later(12 * 60 * 60 - 1)
  expect(await statusWith(token)).toBe(200)
  later(12 * 60 * 60)
  expect(await statusWith(token)).toBe(401)
})

test('a session ends after 30 minutes without activity, however many calls were made [T223]', async () => {
  const token = await app.signIn(email)
  later(30 * 60 - 1)
  expect(await statusWith(token)).toBe(200)
  later(30 * 60)
  expect(await statusWith(token)).toBe(401)
  expect((await app.send(sessionEndpoints.activity, { token })).status).toBe(401)
})

test('a clock that is set back makes no session and no link last longer [T1105]', async () => {
  await app.employ('manager', 'clock@example.org')
  later(60 * 60)
  const token = await app.signIn(email)
  const link = await newLink('clock@example.org')
  later(55 * 60 - 1)
  expect(await statusWith(token)).toBe(401)
  expect((await setPassword(link, 'ice on the lake')).body.code).toBe('link-not-valid')
  // The clocks of two instances may differ.
  later(55 * 60)
  expect(await statusWith(token)).toBe(200)
  expect((await setPassword(link, 'ice on the lake')).status).toBe(200)
})

test('signing in returns a token and nothing else; the other calls return a message [T248]', async () => {
  const { status, body } = await login({ email, password })
  expect([status, Object.keys(body)]).toEqual([200, ['token']])
  const { token } = body
  for (const [endpoint, message] of [
    [sessionEndpoints.activity, 'Activity recorded.'],
    [sessionEndpoints.logout, 'You are signed out.'],
  ] as const)
    expect(await app.send(endpoint, { token })).toMatchObject({ status: 200, body: { message } })
})

test('logging out ends this session at once, and no other [T224]', async () => {
  const [mine, other] = [await app.signIn(email), await app.signIn(email)]
  expect((await app.send(sessionEndpoints.logout, { token: mine })).status).toBe(200)
  expect([await statusWith(mine), await statusWith(other)]).toEqual([401, 200])
})

test('setting a password ends every session of the employee and lets the new password in [T225]', async () => {
  const { token } = await app.member('super-admin', 'fresh@example.org')
  const link = await newLink('fresh@example.org')
  expect((await setPassword(link, 'ice on the lake')).status).toBe(200)
  expect(await statusWith(token)).toBe(401)
  expect((await login({ email: 'fresh@example.org', password })).status).toBe(401)
  expect((await login({ email: 'fresh@example.org', password: 'ice on the lake' })).status).toBe(200)
})

test('accepts a password typed in another Unicode form [T396]', async () => {
  await app.employ('super-admin', 'zoe@example.org')
  await setPassword(await newLink('zoe@example.org'), 'un été à Zoë')
  expect((await login({ email: 'zoe@example.org', password: 'un été à Zoë'.normalize('NFD') })).status).toBe(
    200,
  )
})

test('a sign-in that runs while the password changes opens no session', async () => {
  await app.employ('super-admin', 'race@example.org')
  const link = await newLink('race@example.org')
  const signingIn = Array.from({ length: 20 }, () => login({ email: 'race@example.org', password }))
  const [changed, ...answers] = await Promise.all([setPassword(link, 'ice on the lake'), ...signingIn])
  expect(changed.status).toBe(200)
  const tokens = answers.flatMap(({ body }) => body.token ?? [])
  expect(await Promise.all(tokens.map(statusWith))).toEqual(tokens.map(() => 401))
})

/** Hashes the password as a former release did, with parameters other than those in these tests. */
async function replaceHash(address: string): Promise<void> {
  const password_hash = await hash(password, { memoryCost: 16, timeCost: 1, parallelism: 1 })
  await app.db.updateTable('employees').set({ password_hash }).where('email', '=', address).execute()
}

test('the next sign-in replaces a hash of older parameters and keeps the day the password was set [T394]', async () => {
  await app.employ('employee', 'older@example.org')
  await replaceHash('older@example.org')
  const day = () =>
    app.db
      .selectFrom('employees')
      .select(['password_hash', 'password_set_at'])
      .where('email', '=', 'older@example.org')
      .executeTakeFirstOrThrow()
  const before = await day()
  later(60)
  expect((await login({ email: 'older@example.org', password })).status).toBe(200)
  const after = await day()
  expect(after.password_hash).toContain('m=8,t=1')
  expect(after.password_set_at).toEqual(before.password_set_at)
})

describe('a sign-in that runs during a change of', () => {
  /** The result of a sign-in whose employee is changed after the password was verified. */
  async function whileChanging(address: string, change: object) {
    const id = await app.employ('manager', address)
    const signingIn = await app.db.transaction().execute(async (trx) => {
      await lockAccount(trx, id)
      const answer = login({ email: address, password })
      await untilWaiting(app.db)
      await trx.updateTable('employees').set(change).where('id', '=', id).execute()
      return { answer }
    })
    return await signingIn.answer
  }

  test('the role opens a session of the new role', async () => {
    const { status, body } = await whileChanging('role.race@example.org', { role: 'employee' })
    expect(status).toBe(200)
    expect(await statusWith(body.token)).toBe(200)
  })

  test('the email address is rejected', async () => {
    const change = { email: 'another.address@example.org' }
    expect((await whileChanging('address.race@example.org', change)).status).toBe(401)
  })
})

test('removes sessions and links 90 days after their end, and none before', async () => {
  const days = 24 * 60 * 60
  const id = await app.employ('employee', 'long.gone@example.org')
  const left = async () => [
    (await app.db.selectFrom('sessions').select('id').where('employee_id', '=', id).execute()).length,
    (await app.db.selectFrom('account_links').select('id').where('employee_id', '=', id).execute()).length,
  ]
  await app.signIn('long.gone@example.org')
  later(80 * days)
  const token = await app.signIn('long.gone@example.org')
  expect(await left()).toEqual([2, 1])
  await removeOldSessions(app.db, new Date(start.getTime() + 90 * days * 1000))
  expect(await left(), 'the link was used 90 days ago, the session went on for some hours').toEqual([2, 1])
  later(90 * days + 13 * 60 * 60)
  await removeOldSessions(app.db, app.context.now)
  expect(await left()).toEqual([1, 0])
  later(80 * days + 60)
  expect(await statusWith(token)).toBe(200)
})

describe('changing one’s own password', () => {
  const next = 'ice on the lake'
  let address: string
  let id: string
  let number = 0
  beforeEach(async () => {
    number += 1
    address = `changing${number}@example.org`
    id = await app.employ('manager', address)
  })
  const change = (token: string, body: object) =>
    app.send(sessionEndpoints.changePassword, { token, body: body as never })

  test('ends every session, including the current one, and returns a new token', async () => {
    const [mine, other] = [await app.signIn(address), await app.signIn(address)]
    const { status, body } = await change(mine, { currentPassword: password, password: next })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['token'])
    expect([await statusWith(mine), await statusWith(other), await statusWith(body.token)]).toEqual([
      401, 401, 200,
    ])
    expect((await login({ email: address, password })).status).toBe(401)
    expect((await login({ email: address, password: next })).status).toBe(200)
  })

  test('leaves an audit row without a value, removes queued link mail and queues a notice', async () => {
    const token = await app.signIn(address)
    await queueLinkMail(app.db, { employeeId: id, recipient: address, kind: 'reset' }, start)
    await change(token, { currentPassword: 'not the password', password: next })
    await change(token, { currentPassword: password, password: next })
    const rows = await app.audited({ record_id: id }, 'action', 'actor_id', 'details')
    expect(rows.slice(-2)).toEqual([
      { action: 'password change refused', actor_id: id, details: {} },
      { action: 'changed password', actor_id: id, details: {} },
    ])
    const waiting = await app.db.selectFrom('outbox').select('kind').where('employee_id', '=', id).execute()
    expect(waiting).toEqual([{ kind: 'password-changed' }])
  })

  test('changes nothing when the current password is wrong or missing, or the new one too weak', async () => {
    const token = await app.signIn(address)
    expect(await change(token, { currentPassword: 'not the password', password: next })).toMatchObject({
      status: 403,
      body: { code: 'wrong-password', message: 'This is not your current password.' },
    })
    expect((await change(token, { password: next })).body.fields).toEqual({
      currentPassword: 'Enter your current password.',
    })
    for (const weak of ['short', address, 'Stable Housing Relocation 2026'])
      expect(await change(token, { currentPassword: password, password: weak }), weak).toMatchObject({
        status: 400,
        body: { fields: { password: expect.any(String) } },
      })
    expect(await statusWith(token)).toBe(200)
    expect((await login({ email: address, password })).status).toBe(200)
  })

  test('from two windows at once succeeds once, with that password', async () => {
    const windows = [await app.signIn(address), await app.signIn(address)]
    const secrets = ['ice on the lake 1', 'ice on the lake 2']
    const answers = await Promise.all(
      windows.map((token, index) => change(token, { currentPassword: password, password: secrets[index] })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await login({ email: address, password: secrets[winner] })).status).toBe(200)
  })

  test('is rejected when the session ends meanwhile', async () => {
    const token = await app.signIn(address)
    const changing = await app.db.transaction().execute(async (trx) => {
      await lockAccount(trx, id)
      const answer = change(token, { currentPassword: password, password: next })
      await untilWaiting(app.db)
      expect((await app.send(sessionEndpoints.logout, { token })).status).toBe(200)
      return { answer }
    })
    expect((await changing.answer).status).toBe(401)
    expect((await login({ email: address, password })).status).toBe(200)
  })
})

describe('one’s own sessions', () => {
  const signInWith = async (userAgent: string) => {
    const payload = { email: 'list@example.org', password }
    const headers = { 'user-agent': userAgent }
    return (await app.sendRaw({ method: 'POST', url: '/api/auth/login', payload, headers })).body.token
  }
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const listOf = async (token: string) => (await app.send(ownAccountEndpoints.sessions, { token })).body

  test('are listed with the browser in words, the most recently used first, without ended ones [T290]', async () => {
    await app.employ('employee', 'list@example.org')
    const token = await signInWith(firefox)
    const idle = await signInWith('')
    later(29 * 60)
    await app.send(sessionEndpoints.activity, { token })
    const other = await signInWith(`${'x'.repeat(500)}/1.0`)
    await app.send(sessionEndpoints.logout, { token: await signInWith(firefox) })
    later(31 * 60)
    const list = await listOf(token)
    expect(
      list.map(({ device, current }: { device: string; current: boolean }) => [device, current]),
    ).toEqual(
      expect.arrayContaining([
        ['Firefox on Windows', true],
        ['Unknown device', false],
      ]),
    )
    expect(list).toHaveLength(2)
    expect(list[0]).toMatchObject({
      startedAt: expect.stringMatching(/Z$/),
      activeAt: '2026-06-15T15:29:00.000Z',
    })
    expect([await statusWith(idle), await statusWith(other)]).toEqual([401, 200])
  })

  test('end one by one, at once, with an audit row, and no one else’s do [T291]', async () => {
    await app.employ('employee', 'ends@example.org')
    const [mine, other] = [await app.signIn('ends@example.org'), await app.signIn('ends@example.org')]
    const colleague = await app.signIn(email)
    const idOf = async (token: string): Promise<string> =>
      (await listOf(token)).find(({ current }: { current: boolean }) => current).id
    const end = async (id: string) =>
      await app.send(ownAccountEndpoints.endSession, { token: mine, params: { id } })
    expect((await end(await idOf(colleague))).status).toBe(404)
    const id = await idOf(other)
    expect((await end(id)).status).toBe(204)
    expect(await end(id)).toMatchObject({ status: 404, body: { message: 'This session has already ended.' } })
    expect([await statusWith(mine), await statusWith(other), await statusWith(colleague)]).toEqual([
      200, 401, 200,
    ])
    expect(await app.audited({ action: 'ended a session' }, 'actor_role')).toEqual([
      { actor_role: 'employee' },
    ])
  })
})

describe('signing out everywhere else', () => {
  test('ends all other sessions of the user, and no one else’s', async () => {
    await app.employ('employee', 'elsewhere@example.org')
    const mine = await app.signIn('elsewhere@example.org')
    const others = [await app.signIn('elsewhere@example.org'), await app.signIn('elsewhere@example.org')]
    const colleague = await app.signIn(email)
    expect((await app.send(ownAccountEndpoints.endOtherSessions, { token: mine })).status).toBe(204)
    const all = await Promise.all([mine, colleague, ...others].map(statusWith))
    expect(all).toEqual([200, 200, 401, 401])
    const both = [mine, await app.signIn('elsewhere@example.org')]
    await Promise.all(both.map((token) => app.send(ownAccountEndpoints.endOtherSessions, { token })))
    expect((await Promise.all(both.map(statusWith))).toSorted(), 'at the same moment').toEqual([200, 401])
  })
})
