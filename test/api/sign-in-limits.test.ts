import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { issueLink } from '#server/accounts/store.ts'
import { removeExpiredFailures } from '#server/throttling/failed-attempts-store.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { password } from '#test/support/test-password.ts'

/* Guessing is slowed down, and nobody can lock an employee out by guessing (docs/decisions/0018). */

let app: TestApp
let account: string
let number = 0
const start = new Date('2026-06-15T15:00:00Z')

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.context.now = start
  await app.db.deleteFrom('failed_attempts').execute()
  number += 1
  account = `worker${number}@example.org`
  await app.employ('manager', account)
})

const at = (seconds: number) => {
  app.context.now = new Date(start.getTime() + seconds * 1000)
}
const attempt = (secret: string, from: string, email = account) =>
  app.sendRaw({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: from,
    payload: { email, password: secret },
  })
const guess = async (from: string, email = account) => (await attempt('a wrong guess', from, email)).status
const signIn = async (from: string, email = account) => (await attempt(password, from, email)).status
const home = '198.51.100.7'
/** Addresses of as many different networks as are wanted. */
const elsewhere = (count: number) => `203.0.${Math.floor(count / 250)}.${(count % 250) + 1}`

describe('one email from one address', () => {
  test('has five failures free, then waits 1, 2, 4 … 60 seconds, and is told how long', async () => {
    for (let count = 0; count < 5; count += 1) expect(await guess(home)).toBe(401)
    let seconds = 0
    for (const delay of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const early = await attempt(password, home)
      expect([early.status, early.headers['retry-after']]).toEqual([429, `${delay}`])
      expect(early.body).toEqual({
        code: 'too-many-requests',
        message: 'Too many attempts. Please wait a moment and try again.',
      })
      seconds += delay
      at(seconds)
      expect(await guess(home), `after ${delay} s`).toBe(401)
    }
  })

  test('begins anew after a sign-in, and after a quarter of an hour', async () => {
    for (let count = 0; count < 4; count += 1) await guess(home)
    expect(await signIn(home)).toBe(200)
    for (let count = 0; count < 5; count += 1) expect(await guess(home)).toBe(401)
    expect(await guess(home)).toBe(429)
    at(15 * 60)
    for (let count = 0; count < 5; count += 1) expect(await guess(home)).toBe(401)
  })

  test('is the same email however it is typed, and the same household by its IPv6 network', async () => {
    const ways = [account, account.toUpperCase(), ` ${account} `]
    for (let count = 0; count < 5; count += 1)
      await guess(`2001:db8:1:2::${count}`, ways[count % ways.length])
    expect(await guess('2001:db8:1:2::ffff')).toBe(429)
    expect(await guess('2001:db8:1:3::1')).toBe(401)
  })

  test('gets no more guesses by sending them all at once, and no right one among them is let in', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 60 }, () => attempt('a wrong guess', home)),
      attempt(password, home),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('many right passwords at the same moment are all let in', async () => {
  const statuses = await Promise.all(Array.from({ length: 20 }, () => signIn(home)))
  expect(new Set(statuses)).toEqual(new Set([200]))
})

describe('one email from everywhere', () => {
  test('is slowed down after 20 failures, except where the person has signed in before', async () => {
    expect(await signIn(home)).toBe(200)
    for (let count = 0; count < 20; count += 1) expect(await guess(elsewhere(count))).toBe(401)
    expect(await guess(elsewhere(20)), 'a stranger').toBe(429)
    expect(await signIn(elsewhere(21)), 'the person, from a new place').toBe(429)
    expect(await signIn(home), 'the person, from home').toBe(200)
    at(1)
    expect(await signIn(elsewhere(21)), 'the person, a moment later').toBe(200)
  })

  test('then waits 1, 2, 4 … seconds, wherever the next guess comes from, until a quarter of an hour is over', async () => {
    let places = 0
    const next = () => {
      places += 1
      return elsewhere(places)
    }
    for (let count = 0; count < 20; count += 1) expect(await guess(next())).toBe(401)
    let seconds = 0
    for (const delay of [1, 2, 4, 8]) {
      expect((await attempt(password, next())).headers['retry-after']).toBe(`${delay}`)
      seconds += delay
      at(seconds)
      expect(await guess(next()), `after ${delay} s`).toBe(401)
    }
    at(15 * 60)
    for (let count = 0; count < 20; count += 1) expect(await guess(next())).toBe(401)
    expect(await guess(next())).toBe(429)
  })

  test('counts no failures from where the person has signed in before', async () => {
    const places = Array.from({ length: 5 }, (_, count) => elsewhere(500 + count))
    for (const place of places) expect(await signIn(place)).toBe(200)
    for (const place of places) for (let count = 0; count < 4; count += 1) await guess(place)
    expect(await guess(elsewhere(600))).toBe(401)
  })
})

test('one address has 30 failures over all accounts, then none until its quarter of an hour is over', async () => {
  for (let count = 0; count < 30; count += 1) expect(await guess(home, `${count}@example.org`)).toBe(401)
  at(60)
  const refused = await attempt(password, home)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, `${14 * 60}`])
  expect(await signIn(elsewhere(0)), 'from another address').toBe(200)
  at(15 * 60)
  expect(await signIn(home)).toBe(200)
})

test('an unknown email is slowed down just as a known one', async () => {
  for (let count = 0; count < 5; count += 1) expect(await guess(home, 'nobody@example.org')).toBe(401)
  expect(await guess(home, 'nobody@example.org')).toBe(429)
})

test('an email with letters that only look alike once folded is nobody’s, and counts for nobody', async () => {
  const address = 'militias.civic@example.org'
  await app.employ('manager', address)
  // The database makes an i of the one and a k of the other.
  for (const typed of [address.replaceAll('i', 'İ'), address.replace('i', 'İ'), `K${address}`])
    expect((await attempt(password, home, typed)).status).toBe(401)
  const ways = Array.from({ length: 30 }, (_, count) =>
    address.replace(/./g, (letter, at) => ((count >> at) % 2 ? letter.toUpperCase() : letter)),
  )
  for (const typed of ways) await guess(elsewhere(300), typed)
  expect(await guess(elsewhere(300), address)).toBe(429)
})

describe('a new password by a link', () => {
  const save = (token: string, from: string) =>
    app.sendRaw({
      method: 'POST',
      url: '/api/auth/save',
      remoteAddress: from,
      payload: { token, password: 'ice on the lake' },
    })

  test('makes a stranger of the old network, and known the one it was set from, which begins anew', async () => {
    const id = await app.employ('manager', `linked.${account}`)
    const mine = `linked.${account}`
    const newHome = '198.51.100.200'
    expect(await signIn(home, mine)).toBe(200)
    for (let count = 0; count < 6; count += 1) await guess(newHome, mine)
    for (let count = 0; count < 25; count += 1) await guess(elsewhere(count), mine)
    const token = await issueLink(app.db, id, 'reset', start)
    expect((await save(token, newHome)).status).toBe(200)
    expect((await attempt('ice on the lake', home, mine)).status).toBe(429)
    expect((await attempt('ice on the lake', newHome, mine)).status).toBe(200)
  })
})

test('guessing the token of a link counts for the address, and leaves audit rows that name nobody', async () => {
  const rows = () =>
    app.audited({ action: 'link refused' }, 'record_kind', 'record_id', 'actor_id', 'details')
  const before = (await rows()).length
  const payload = { token: 'x'.repeat(43), password }
  const answers = await Promise.all(
    Array.from({ length: 60 }, () =>
      app.sendRaw({ method: 'POST', url: '/api/auth/save', remoteAddress: '192.0.2.50', payload }),
    ),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(30).fill(400), ...Array(30).fill(429)])
  const after = await rows()
  expect(after).toHaveLength(before + 30)
  expect(after.at(-1)).toEqual({
    record_kind: 'employee',
    record_id: null,
    actor_id: null,
    details: {},
  })
})

test('no table tells an address or an email, and what has expired goes', async () => {
  await guess(home)
  await signIn(home)
  const stored = JSON.stringify([
    await app.db.selectFrom('failed_attempts').selectAll().execute(),
    await app.db.selectFrom('known_networks').selectAll().execute(),
  ])
  expect(stored).toContain('sign-in')
  for (const telling of [home, account]) expect(stored).not.toContain(telling)
  at(15 * 60 + 1)
  await removeExpiredFailures(app.db, app.context.now)
  expect(await app.db.selectFrom('failed_attempts').selectAll().execute()).toEqual([])
})

test('an attempt that is refused for its number leaves no audit row', async () => {
  for (let count = 0; count < 5; count += 1) await guess(home)
  const rows = () => app.audited({ action: 'sign-in refused' }, 'record_id')
  const before = await rows()
  expect(await guess(home)).toBe(429)
  expect(await rows()).toEqual(before)
})

describe('changing the password', () => {
  const change = async (from: string, token: string, currentPassword: string) =>
    await app.sendRaw({
      method: 'POST',
      url: '/api/auth/change-password',
      remoteAddress: from,
      headers: { authorization: `Bearer ${token}` },
      payload: { currentPassword, password: 'ice on the lake' },
    })

  test('with a wrong current one counts like a failed sign-in, and the right one is not heard meanwhile', async () => {
    const token = await app.signIn(account)
    for (let count = 0; count < 5; count += 1)
      expect((await change(home, token, 'a wrong guess')).status).toBe(403)
    const early = await change(home, token, password)
    expect([early.status, early.headers['retry-after']]).toEqual([429, '1'])
    expect(await signIn(home), 'signing in waits as well').toBe(429)
    at(1)
    expect((await change(home, token, password)).status).toBe(200)
    expect((await attempt('ice on the lake', home)).status, 'and begins anew').toBe(200)
  })

  test('gets no more guesses by sending them all at once', async () => {
    const token = await app.signIn(account)
    const answers = await Promise.all(Array.from({ length: 40 }, () => change(home, token, 'a wrong guess')))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
  })

  test('makes strangers of all networks but the one it was done from', async () => {
    const [former, mine] = [elsewhere(700), elsewhere(701)]
    expect([await signIn(former), await signIn(mine)]).toEqual([200, 200])
    const token = (await attempt(password, mine)).body.token
    expect((await change(mine, token, password)).status).toBe(200)
    for (let count = 0; count < 20; count += 1) await guess(elsewhere(count))
    const newcomer = (from: string) => attempt('ice on the lake', from)
    expect((await newcomer(former)).status).toBe(429)
    expect((await newcomer(mine)).status).toBe(200)
  })
})

describe('asking for a link', () => {
  const ask = (email: string, from: string) =>
    app.sendRaw({ method: 'POST', url: '/api/auth/forgot', remoteAddress: from, payload: { email } })
  const queued = () => app.db.selectFrom('outbox').selectAll().orderBy('recipient').execute()

  test('is answered alike for everybody, and leaves the same row', async () => {
    const [known, unknown] = [await ask(account, home), await ask('nobody@example.org', home)]
    expect(known).toMatchObject({
      status: 200,
      body: {
        message: 'If an account exists, a password reset link has been sent to your email.',
      },
    })
    expect(unknown.body).toEqual(known.body)
    const rows = (await queued()).map(({ id, recipient, ...row }) => row)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual(rows[1])
    expect((await ask('no address', home)).body.fields).toEqual({
      email: 'Please enter a valid email address.',
    })
  })

  test('is taken 20 times an hour from one network, whosever address is typed', async () => {
    const before = (await queued()).length
    const from = (count: number) => `2001:db8:7:7::${count}`
    const atOnce = await Promise.all(
      Array.from({ length: 50 }, (_, count) =>
        ask(count % 2 ? account : `nobody${count}@example.org`, from(count)),
      ),
    )
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(20)
    for (const email of [account, 'nobody@example.org']) {
      const { status, headers, body } = await ask(email, from(99))
      expect([status, body.code]).toEqual([429, 'too-many-requests'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900)
    }
    expect(await queued()).toHaveLength(before + 20)
    expect((await ask(account, '2001:db8:7:8::1')).status, 'from the network next to it').toBe(200)
  })
})
