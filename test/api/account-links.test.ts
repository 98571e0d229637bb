import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { endEmployeeLinks, issueLink, type LinkKind, lockAccount } from '#server/accounts/store.ts'
import { superAdminLink } from '#server/employees/super-admin-link.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'
import { password } from '#test/support/test-password.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

/* A link works once, for a while, and for the employee it was made for. */

let number = 0
const start = new Date('2026-06-15T15:00:00Z')
const hours = (count: number) => count * 60 * 60 * 1000

const app = await createTestApp()
await app.employ('super-admin')
const chief = await app.signIn('super-admin@example.org')
beforeEach(async () => {
  app.context.now = start
  // Failures count against the network address that these tests share.
  await app.db.deleteFrom('throttling').execute()
})

const later = (milliseconds: number) => {
  app.context.now = new Date(start.getTime() + milliseconds)
}
const newEmployee = async () => {
  number += 1
  const email = `worker${number}@example.org`
  return { email, id: await app.employ('manager', email) }
}
const newLink = (id: string, kind: LinkKind = 'reset') => issueLink(app.db, id, kind, app.context.now)
const setPassword = (token: string, secret = 'ice on the lake') =>
  app.send(sessionEndpoints.save, { body: { token, password: secret } })
const login = async (email: string, secret: string) =>
  (await app.send(sessionEndpoints.login, { body: { email, password: secret } })).status
const refused = {
  status: 400,
  body: {
    code: 'link-not-valid',
    message: 'This link is no longer valid. Ask for a new one.',
  },
}
const done = {
  status: 200,
  body: { message: 'Password set successfully! You can now log in.' },
}

test('a link sets the password once and is refused the second time [T76]', async () => {
  const { id, email } = await newEmployee()
  const link = await newLink(id)
  expect(await setPassword(link)).toMatchObject(done)
  expect(await setPassword(link, 'spring thaw 4')).toMatchObject(refused)
  expect(await login(email, 'ice on the lake')).toBe(200)
})

test('a link is checked without being used, and says whose it is; a guess counts as a failed sign-in', async () => {
  const { id, email } = await newEmployee()
  const token = await newLink(id)
  const check = (token: string) => app.send(sessionEndpoints.link, { body: { token } })
  const valid = { status: 200, body: { email } }
  expect(await check(token)).toMatchObject(valid)
  expect(await check(token)).toMatchObject(valid)
  later(hours(1))
  expect(await check(token), 'after an hour').toMatchObject(refused)
  later(0)
  expect(await setPassword(token)).toMatchObject(done)
  expect(await check(token), 'once used').toMatchObject(refused)
  for (let guesses = 2; guesses < 30; guesses += 1) expect((await check('x')).status).toBe(400)
  expect((await check('x')).status).toBe(429)
})

test('of ten simultaneous uses of a link exactly one succeeds, and its password is the one stored [T403]', async () => {
  const { id, email } = await newEmployee()
  const link = await newLink(id)
  const secrets = Array.from({ length: 10 }, (_, index) => `spring thaw ${index}`)
  const answers = await Promise.all(secrets.map((secret) => setPassword(link, secret)))
  const winners = secrets.filter((_, index) => answers[index]?.status === 200)
  expect(winners).toHaveLength(1)
  for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(refused)
  expect(await login(email, winners[0] ?? '')).toBe(200)
})

test.each<[LinkKind, LinkKind]>([
  ['set-up', 'set-up'],
  ['reset', 'set-up'],
  ['reset', 'reset'],
])('of two links, %s and then %s, only the newer works [T217]', async (first, second) => {
  const { id } = await newEmployee()
  const [older, newer] = [await newLink(id, first), await newLink(id, second)]
  expect(await setPassword(older)).toMatchObject(refused)
  expect(await setPassword(newer)).toMatchObject(done)
})

test('a reset link, which anybody can ask for, ends no set-up link; using one ends both [T1048]', async () => {
  for (const used of [0, 1]) {
    const { id } = await newEmployee()
    const links = [await newLink(id, 'set-up'), await newLink(id, 'reset')]
    expect(await setPassword(links[used] ?? '')).toMatchObject(done)
    expect(await setPassword(links[1 - used] ?? '')).toMatchObject(refused)
  }
})

test('of links that the super-admin command makes at the same time only one stays open', async () => {
  const { id, email } = await newEmployee()
  const dependencies = { db: app.db, trail: testTrail, clock: () => app.context.now, publicUrl: '' }
  await Promise.all(Array.from({ length: 6 }, () => superAdminLink(dependencies, email)))
  const links = app.db.selectFrom('account_links').select('id').where('employee_id', '=', id)
  expect(await links.where('ended_at', 'is', null).execute()).toHaveLength(1)
})

test.each([
  ['set-up', hours(72)],
  ['reset', hours(1)],
] as const)('a %s link is valid for %d milliseconds less one [T216]', async (kind, validity) => {
  const links = [
    await newLink((await newEmployee()).id, kind),
    await newLink((await newEmployee()).id, kind),
  ] as const
  later(validity - 1)
  expect(await setPassword(links[0])).toMatchObject(done)
  later(validity)
  expect(await setPassword(links[1])).toMatchObject(refused)
})

describe('a link ends', () => {
  test('when its employee is deleted, and stays ended after a restore', async () => {
    const { id } = await newEmployee()
    const link = await newLink(id, 'set-up')
    await app.send(employeeEndpoints.remove, { params: { id }, token: chief })
    expect(await setPassword(link)).toMatchObject(refused)
    await app.db.updateTable('employees').set({ deleted_at: null }).where('id', '=', id).execute()
    expect(await setPassword(link)).toMatchObject(refused)
  })

  test('when its owner changes the password [T404]', async () => {
    const { id, email } = await newEmployee()
    const link = await newLink(id)
    const { status } = await app.send(sessionEndpoints.changePassword, {
      body: { currentPassword: password, password: 'ice on the lake' },
      token: await app.signIn(email),
    })
    expect(status).toBe(200)
    expect(await setPassword(link)).toMatchObject(refused)
  })

  test('while it is being used, if its employee is deleted at that moment', async () => {
    const { id } = await newEmployee()
    const link = await newLink(id)
    const using = await app.db.transaction().execute(async (trx) => {
      await lockAccount(trx, id)
      const answer = setPassword(link)
      await untilWaiting(app.db)
      await endEmployeeLinks(trx, id, 'employee deleted', start)
      return { answer }
    })
    expect(await using.answer).toMatchObject(refused)
  })
})

test('opening a link by any method other than saving does not use it up [T405]', async () => {
  const { id } = await newEmployee()
  const link = await newLink(id)
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'] as const)
    for (const path of ['/set-password', '/api/auth/save'])
      await app.fastify.inject({ method, url: `${path}?token=${link}` })
  const posted = await app.sendRaw({ method: 'POST', url: `/api/auth/save?token=${link}`, payload: {} })
  expect(posted.status, 'a token in the address').toBe(400)
  expect(await setPassword(link)).toMatchObject(done)
})

test('rejects every other token alike, including the stored hash of a valid one', async () => {
  const { id } = await newEmployee()
  const link = await newLink(id)
  const hash = createHash('sha256').update(link).digest()
  const nearly = [link.toLowerCase(), `${link} `, link.slice(0, -1), `${link}x`]
  for (const token of ['x', ...nearly, hash.toString('hex'), hash.toString('base64url'), "' OR 1=1 --"])
    expect(await setPassword(token), token).toMatchObject(refused)
  expect(await setPassword(link)).toMatchObject(done)
})

test('refuses passwords that are too short, too long or too common, and keeps the link valid [T230]', async () => {
  const email = 'hawa.mohamud@example.org'
  const link = await newLink(await app.employ('manager', email))
  const common = 'This password is too common. Choose another one.'
  const length = 'Passwords must have 8 to 128 characters.'
  for (const [weak, sentence] of [
    ['short', length],
    ['x'.repeat(129), length],
    ['PassWord1', common],
    ['P@ssw0rd!', common],
    ['rush2112', common],
    ['aaaaaaaa', common],
    ['StableHousingRelocation!', common],
    ['Stable Housing 2026', common],
    ['hawa2026', common],
    ['2026-Hawa.Mohamud', common],
    ['!!princess2026!!', common],
    ['password password', common],
    ['abcdefghijklmnop', common],
    ['1234567890123', common],
    [' '.repeat(8), common],
    ['\u200b\u200d'.repeat(4), common],
  ] as const) {
    expect(await setPassword(link, weak), weak).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', fields: { password: sentence } },
    })
  }
  expect((await setPassword(link, '🏠🌲'.repeat(4))).status).toBe(200)
})

test('stores neither tokens nor passwords [T218]', async () => {
  const { id } = await newEmployee()
  const link = await newLink(id)
  await setPassword(link, 'nobody reads this')
  const links = await app.db.selectFrom('account_links').selectAll().execute()
  const accounts = await app.db.selectFrom('employees').selectAll().execute()
  const stored = JSON.stringify([
    links.map((row) => ({ ...row, token_hash: row.token_hash.toString() })),
    accounts,
    await app.db.selectFrom('audit_events').selectAll().execute(),
    await app.db.selectFrom('outbox').selectAll().execute(),
    app.logged,
  ])
  expect(stored).not.toContain(link)
  expect(stored).not.toContain('nobody reads this')
  expect(accounts.every((row) => row.password_hash?.startsWith('$argon2id$') ?? true)).toBe(true)
})
