import { beforeEach, describe, expect, test } from 'vitest'
import { issueLink } from '#server/accounts/store.ts'
import { removeOldSessions } from '#server/session/store.ts'
import { removeExpired } from '#server/throttling/store.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { password } from '#test/support/test-password.ts'

/* Guessing is slowed down, and nobody can lock an employee out by guessing (docs/decisions/0018). */

let account: string
let id: string
let number = 0
const start = new Date('2026-06-15T15:00:00Z')

const app = await createTestApp()
beforeEach(async () => {
  app.context.now = start
  await app.db.deleteFrom('throttling').execute()
  await app.db.deleteFrom('known_sources').execute()
  number += 1
  account = `worker${number}@example.org`
  id = await app.employ('manager', account)
})

const at = (seconds: number) => {
  app.context.now = new Date(start.getTime() + seconds * 1000)
}
const attempt = (secret: string, from: string, email = account, cookie = '') =>
  app.sendRaw({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: from,
    headers: { cookie },
    payload: { email, password: secret },
  })
const guess = async (from: string, email = account) => (await attempt('a wrong guess', from, email)).status
const signIn = async (from: string, email = account) => (await attempt(password, from, email)).status
const home = '198.51.100.7'
/** Addresses in that many different networks. */
const elsewhere = (count: number) => `203.0.${Math.floor(count / 250)}.${(count % 250) + 1}`

describe('one email from one address', () => {
  test('allows five failures, then waits 1, 2, 4 … 60 seconds and says how long [T263]', async () => {
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

  test('starts over after a sign-in, and after 15 minutes', async () => {
    for (let count = 0; count < 4; count += 1) await guess(home)
    expect(await signIn(home)).toBe(200)
    for (let count = 0; count < 5; count += 1) expect(await guess(home)).toBe(401)
    expect(await guess(home)).toBe(429)
    at(15 * 60)
    for (let count = 0; count < 5; count += 1) expect(await guess(home)).toBe(401)
  })

  test('counts one email in any case, and one IPv6 network of /64, as one [T399]', async () => {
    const ways = [account, account.toUpperCase(), ` ${account} `]
    for (let count = 0; count < 5; count += 1)
      await guess(`2001:db8:1:2::${count}`, ways[count % ways.length])
    expect(await guess('2001:db8:1:2::ffff')).toBe(429)
    expect(await guess('2001:db8:1:3::1')).toBe(401)
  })

  test('gets no more guesses when they are sent at once, not even the right one', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => attempt('a wrong guess', home)),
      attempt(password, home),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('simultaneous sign-ins with the right password all succeed', async () => {
  const statuses = await Promise.all(Array.from({ length: 8 }, () => signIn(home)))
  expect(new Set(statuses)).toEqual(new Set([200]))
})

describe('one email from everywhere', () => {
  test('is slowed down after 20 failures, except on networks with an earlier sign-in [T229]', async () => {
    expect(await signIn(home)).toBe(200)
    for (let count = 0; count < 20; count += 1) expect(await guess(elsewhere(count))).toBe(401)
    expect(await guess(elsewhere(20)), 'a stranger').toBe(429)
    expect(await signIn(elsewhere(21)), 'the person, from a new place').toBe(429)
    expect(await signIn(home), 'the person, from home').toBe(200)
    at(1)
    expect(await signIn(elsewhere(21)), 'the person, a moment later').toBe(200)
  })

  test('then waits 1, 2, 4 … seconds on every new network, until 15 minutes are over [T264]', async () => {
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

  test('does not count failures from networks with an earlier sign-in', async () => {
    const places = Array.from({ length: 5 }, (_, count) => elsewhere(500 + count))
    for (const place of places) expect(await signIn(place)).toBe(200)
    for (const place of places) for (let count = 0; count < 4; count += 1) await guess(place)
    expect(await guess(elsewhere(600))).toBe(401)
  })
})

test('one network may fail 30 times across all accounts, then not again until its 15 minutes are over [T265]', async () => {
  for (let count = 0; count < 30; count += 1) expect(await guess(home, `${count}@example.org`)).toBe(401)
  at(60)
  const refused = await attempt(password, home)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, `${14 * 60}`])
  expect(await signIn(elsewhere(0)), 'from another address').toBe(200)
  at(15 * 60)
  expect(await signIn(home)).toBe(200)
})

describe('a browser with an earlier sign-in', () => {
  const cookieOf = async (from = home, email = account) => {
    const { headers } = await attempt(password, from, email)
    return String(headers['set-cookie']).split(';')[0]
  }

  test('has an essential cookie, which only a successful sign-in sets [T266]', async () => {
    const { headers } = await attempt(password, home)
    expect(headers['set-cookie']).toMatch(
      /^device=[\w-]{43}; Path=\/api\/auth; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    )
    expect((await attempt('a wrong guess', home)).headers['set-cookie']).toBeUndefined()
    const encrypted = await createTestApp({ db: app.db, publicUrl: 'https://www.example.org' })
    const answer = await encrypted.sendRaw({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: account, password },
    })
    expect(answer.headers['set-cookie']).toMatch(/^__Secure-device=.*; Secure$/)
  })

  test('lets in a person whom others have locked out by email and by network [T267]', async () => {
    const cookie = await cookieOf()
    for (let count = 0; count < 5; count += 1) await guess(home)
    for (let count = 0; count < 30; count += 1) await guess(home, `${count}@example.org`)
    for (let count = 0; count < 25; count += 1) await guess(elsewhere(count))
    expect(await signIn(home), 'without the cookie').toBe(429)
    expect((await attempt(password, home, account, cookie)).status).toBe(200)
    expect((await attempt(password, elsewhere(900), account, cookie)).status).toBe(200)
  })

  test('has ten failures of its own in 15 minutes for each account, then the limits of any other [T268]', async () => {
    const other = `other.${account}`
    await app.employ('manager', other)
    const cookie = await cookieOf()
    await attempt(password, home, other, cookie)
    const guessHere = async () => (await attempt('a wrong guess', home, account, cookie)).status
    for (let count = 0; count < 15; count += 1) expect(await guessHere()).toBe(401)
    expect((await attempt(password, home, account, cookie)).status).toBe(429)
    expect((await attempt(password, home, other, cookie)).status, 'another account').toBe(200)
    at(15 * 60)
    expect((await attempt(password, home, account, cookie)).status).toBe(200)
  })

  test('gets a new value in place of one that it made up', async () => {
    const made = `device=${'x'.repeat(43)}`
    const { status, headers } = await attempt(password, home, account, made)
    expect(status).toBe(200)
    expect(headers['set-cookie']).not.toContain(made)
  })

  test('is known only to accounts that have signed in with it, for 180 days or until a new password', async () => {
    const other = `other.${account}`
    const otherId = await app.employ('manager', other)
    const cookie = await cookieOf()
    const block = async () => {
      for (let count = 0; count < 30; count += 1) await guess(home, `${count}@example.org`)
    }
    await block()
    expect((await attempt(password, home, other, cookie)).status, 'another account').toBe(429)
    at(15 * 60)
    const renewed = await attempt(password, home, other, cookie)
    expect(String(renewed.headers['set-cookie']).split(';')[0], 'one cookie for all').toBe(cookie)
    await block()
    expect((await attempt(password, home, other, cookie)).status).toBe(200)
    const token = await issueLink(app.db, otherId, 'reset', app.context.now)
    const payload = { token, password: 'ice on the lake' }
    await app.sendRaw({ method: 'POST', url: '/api/auth/save', remoteAddress: elsewhere(1), payload })
    expect((await attempt('ice on the lake', home, other, cookie)).status, 'after a reset').toBe(429)
    at(180 * 24 * 60 * 60)
    await block()
    expect((await attempt(password, home, account, cookie)).status, 'half a year later').toBe(429)
  })
})

test('slows down an unknown email like a known one, also on a network with an earlier sign-in [T504]', async () => {
  expect(await signIn(home)).toBe(200)
  for (const email of [account, 'nobody@example.org']) {
    for (let count = 0; count < 25; count += 1) await guess(elsewhere(count), email)
    const answers = []
    for (let count = 0; count < 6; count += 1) answers.push(await guess(home, email))
    expect(answers, email).toEqual([...Array(5).fill(401), 429])
    await app.db.deleteFrom('throttling').execute()
  }
})

test('an email with letters that only look alike after case folding is unknown, and counts for nobody', async () => {
  const address = 'kim.civic@example.org'
  await app.employ('manager', address)
  // The database would fold one to i and the other to k.
  for (const typed of [address.replace('i', 'İ'), address.replace('k', '\u212a')])
    for (let count = 0; count < 3; count += 1) expect(await signIn(home, typed)).toBe(401)
  expect(await signIn(home, address)).toBe(200)
})

test('a new password by a link forgets the known networks, except the one it was set from', async () => {
  const newHome = '198.51.100.200'
  expect(await signIn(home)).toBe(200)
  for (let count = 0; count < 6; count += 1) await guess(newHome)
  for (let count = 0; count < 25; count += 1) await guess(elsewhere(count))
  const payload = { token: await issueLink(app.db, id, 'reset', start), password: 'ice on the lake' }
  const url = '/api/auth/save'
  expect((await app.sendRaw({ method: 'POST', url, remoteAddress: newHome, payload })).status).toBe(200)
  expect((await attempt('ice on the lake', home)).status).toBe(429)
  expect((await attempt('ice on the lake', newHome)).status).toBe(200)
})

test('guessing link tokens counts for the network, and leaves audit rows without a name [T400]', async () => {
  const rows = () =>
    app.audited({ action: 'link refused' }, 'record_kind', 'record_id', 'actor_id', 'details')
  const before = (await rows()).length
  const payload = { token: 'x'.repeat(43), password }
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      app.sendRaw({ method: 'POST', url: '/api/auth/save', remoteAddress: '192.0.2.50', payload }),
    ),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(30).fill(400), ...Array(10).fill(429)])
  const after = await rows()
  expect(after).toHaveLength(before + 30)
  expect(after.at(-1)).toEqual({
    record_kind: 'employee',
    record_id: null,
    actor_id: null,
    details: {},
  })
})

test('stores neither network nor email in the clear, and removes what has expired', async () => {
  await guess(home)
  await signIn(home)
  const stored = JSON.stringify([
    await app.db.selectFrom('throttling').selectAll().execute(),
    await app.db.selectFrom('known_sources').selectAll().execute(),
  ])
  expect(stored).toContain('sign-in')
  for (const telling of [home, account]) expect(stored).not.toContain(telling)
  at(15 * 60 + 1)
  await removeExpired(app.db, app.context.now)
  expect(await app.db.selectFrom('throttling').selectAll().execute()).toEqual([])
  at(366 * 24 * 60 * 60)
  await removeOldSessions(app.db, app.context.now)
  expect(await app.db.selectFrom('known_sources').selectAll().execute()).toEqual([])
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

  test('with a wrong current one counts like a failed sign-in, and delays the right one [T402]', async () => {
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

  test.each(['change-password', 'confirm'])(
    'by /auth/%s gets no more guesses at once, not even the right one',
    async (call) => {
      const token = await app.signIn(account)
      const send = (guess: string) =>
        app.sendRaw({
          method: 'POST',
          url: `/api/auth/${call}`,
          headers: { authorization: `Bearer ${token}` },
          payload: { currentPassword: guess, password: call === 'confirm' ? guess : 'ice on the lake' },
        })
      const answers = await Promise.all(Array.from({ length: 20 }, () => send('a wrong guess')))
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
      // After the others: sent with them, it might be among the first five.
      expect((await send(password)).status).toBe(429)
    },
  )
})

describe('asking for a link', () => {
  const ask = (email: string, from: string) =>
    app.sendRaw({ method: 'POST', url: '/api/auth/forgot', remoteAddress: from, payload: { email } })
  const queued = () =>
    app.db.selectFrom('outbox').selectAll().where('kind', '=', 'reset').orderBy('recipient').execute()

  test('is answered alike for known and unknown emails, and stores the same row [T75]', async () => {
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

  test('is accepted 20 times an hour from one network, for any emails [T401]', async () => {
    const before = (await queued()).length
    const from = (count: number) => `2001:db8:7:7::${count}`
    const atOnce = await Promise.all(
      Array.from({ length: 50 }, (_, count) => ask(`nobody${count}@example.org`, from(count))),
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

  test('queues three mails an hour to one address, from any networks, and answers alike', async () => {
    const email = 'Flooded@example.org'
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, count) =>
        ask(count % 2 ? email : email.toLowerCase(), elsewhere(800 + count)),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const toIt = async () =>
      (await queued()).filter(({ recipient }) => recipient.toLowerCase() === email.toLowerCase())
    expect(await toIt()).toHaveLength(3)
    await app.db
      .updateTable('throttling')
      .set({ blocked_until: new Date(0), expires_at: new Date(0) })
      .execute()
    await ask(email, elsewhere(900))
    expect(await toIt()).toHaveLength(4)
  })
})
