import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { findEmployeeByLink, issueLink, lockAccount } from '#server/accounts/store.ts'
import { linkForSuperAdmin } from '#server/employees/super-admin-link.ts'
import { claimDue, endStaleClaims, recordFailure, recordSent } from '#server/outgoing-mail/delivery-store.ts'
import { prepareMail } from '#server/outgoing-mail/prepare-mail.ts'
import { queueLinkMail, queueResetRequest } from '#server/outgoing-mail/store.ts'
import { makeClock, makeEmployee, sender } from '#test/support/outgoing-mail.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

/* Each mail is sent by one instance at a time, retried in time, and only if it is still wanted. */

const hour = 3_600_000
let number = 0
let clock = makeClock()
const app = await createTestApp()
beforeEach(async () => {
  clock = makeClock()
  await app.db.deleteFrom('outbox').execute()
})

async function queued(): Promise<{ id: string; email: string }> {
  number += 1
  const email = `person-${number}@example.org`
  const id = await makeEmployee(app.db, { email, role: 'super-admin' })
  await queueLinkMail(app.db, { employeeId: id, recipient: email, kind: 'reset' }, clock.now)
  return { id, email }
}

async function claim() {
  const claimed = await claimDue(app.db, clock.now)
  if (!claimed) throw new Error('nothing was due')
  return claimed
}

const rows = () => app.db.selectFrom('outbox').selectAll().orderBy('recipient').execute()
const isOpen = async (token: string) => (await findEmployeeByLink(app.db, token, clock.now)) !== undefined
const timeout = { lastError: 'The mail server is not responding.', isFinal: false }
const fail = (id: string, startedAt = clock.now, isFinal = false) =>
  recordFailure(app.db, id, { ...timeout, isFinal }, { startedAt, now: clock.now })

test('another instance sends the mail of a killed one three minutes later, and not before', async () => {
  await queued()
  const { id } = await claim()
  // However far ahead the other instance's own clock is.
  clock.pass(24 * hour)
  expect(await claimDue(app.db, clock.now)).toBeUndefined()
  await sql`UPDATE outbox SET claimed_until = claimed_until - interval '120 s'`.execute(app.db)
  await endStaleClaims(app.db, clock.now)
  clock.pass(30_000)
  expect(await claimDue(app.db, clock.now), 'an attempt takes up to two minutes').toBeUndefined()
  await sql`UPDATE outbox SET claimed_until = claimed_until - interval '30 s'`.execute(app.db)
  await endStaleClaims(app.db, clock.now)
  clock.pass(29_999)
  expect(await claimDue(app.db, clock.now), 'it may have been sent').toBeUndefined()
  clock.pass(1)
  expect(await claim()).toMatchObject({ id })
  await recordSent(app.db, id, clock.now)
  expect(await fail(id, clock.now, true), 'too late').toBe(false)
  expect(await rows()).toMatchObject([{ sent_at: clock.now, last_error: null, attempts: 2 }])
})

test('retries a mail at least every 50 seconds for an hour, then at growing intervals up to 15 minutes, for three days [T392]', async () => {
  await queued()
  const start = clock.now.getTime()
  /** Seconds until the next attempt after one that fails at that age, or whether it was the last. */
  const waitAt = async (age: number) => {
    clock.now = new Date(start + age)
    const { id } = await claim()
    if (await fail(id)) return 'given up'
    const next = (await rows())[0]?.next_attempt_at ?? clock.now
    expect(await claimDue(app.db, new Date(next.getTime() - 1))).toBeUndefined()
    return (next.getTime() - clock.now.getTime()) / 1000
  }
  const waits = []
  for (const seconds of [0, 15, 45, 90, 140, 3599]) waits.push(await waitAt(seconds * 1000))
  expect(waits).toEqual([15, 30, 45, 50, 50, 50])
  expect([await waitAt(2 * hour), await waitAt(71.7 * hour)]).toEqual([100, 900])
  expect(await waitAt(72 * hour)).toBe('given up')
  expect(await rows()).toMatchObject([
    { next_attempt_at: null, sent_at: null, last_error: timeout.lastError },
  ])
})

test('counts the wait from the start of the attempt, and waits at least five seconds', async () => {
  await queued()
  const { id } = await claim()
  const waitAfter = async (seconds: number) => {
    await fail(id, new Date(clock.now.getTime() - seconds * 1000))
    return ((await rows())[0]?.next_attempt_at?.getTime() ?? 0) - clock.now.getTime()
  }
  expect(await waitAfter(3)).toBe(12_000)
  expect(await waitAfter(60)).toBe(5_000)
})

test('a newer mail to an employee replaces an older one that was not composed yet', async () => {
  const { id, email } = await queued()
  const older = await claim()
  clock.pass(1000)
  await queueLinkMail(app.db, { employeeId: id, recipient: email, kind: 'reset' }, clock.now)
  expect(await prepareMail(app.db, sender, older.id, clock.now)).toBeUndefined()
  expect(await rows()).toMatchObject([{ created_at: clock.now }])
})

/** What two calls that wait for the same employee come to, the first one first. */
async function oneAfterTheOther<A, B>(id: string, first: () => Promise<A>, second: () => Promise<B>) {
  const both = await app.db.transaction().execute(async (trx) => {
    await lockAccount(trx, id)
    const claimed = first()
    await untilWaiting(app.db, 1)
    const other = second()
    await untilWaiting(app.db, 2)
    return { claimed, other }
  })
  return [await both.claimed, await both.other] as const
}

const makeLink = (email: string) =>
  linkForSuperAdmin({ trail: testTrail, db: app.db, clock: clock.read, publicUrl: '' }, email, {
    mayPromote: false,
  })
const tokenOf = (link: string) => new URL(link, 'http://localhost').searchParams.get('token') ?? ''

test('a mail in preparation does not end the link of the super-admin command', async () => {
  const { id, email } = await queued()
  const being = await claim()
  const [{ link }, mail] = await oneAfterTheOther(
    id,
    () => makeLink(email),
    () => prepareMail(app.db, sender, being.id, clock.now),
  )
  expect(mail).toBeUndefined()
  expect(await isOpen(tokenOf(link))).toBe(true)
})

test('setting a password cancels a link mail in preparation', async () => {
  const { id } = await queued()
  const being = await claim()
  const token = await issueLink(app.db, id, 'reset', clock.now)
  const [saved, mail] = await oneAfterTheOther(
    id,
    () => app.send(sessionEndpoints.save, { body: { token, password: 'ice on the lake' } }),
    () => prepareMail(app.db, sender, being.id, clock.now),
  )
  expect(saved.status).toBe(200)
  expect(mail).toBeUndefined()
})

test('a link, a new password or a sent mail drops mail that was requested with the typed address', async () => {
  const { email } = await queued()
  clock.pass(1)
  await queueResetRequest(app.db, email.toUpperCase(), clock.now)
  await queueResetRequest(app.db, 'someone.else@example.org', clock.now)
  expect(await prepareMail(app.db, sender, (await claim()).id, clock.now)).toBeDefined()
  expect((await rows()).map(({ recipient }) => recipient)).toEqual([email, 'someone.else@example.org'])
  const token = tokenOf((await makeLink(email)).link)
  expect(await rows()).toMatchObject([{ recipient: 'someone.else@example.org' }])
  await queueResetRequest(app.db, email, clock.now)
  await app.send(sessionEndpoints.save, { body: { token, password: 'ice on the lake' } })
  expect(await rows()).toHaveLength(1)
})
