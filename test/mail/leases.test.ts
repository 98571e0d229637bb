import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { employeeOfLink, issueLink, lockAccount } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { linkForSuperAdmin } from '#server/employees/super-admin-link.ts'
import { type Lease, leaseNext, recordFailure, renewLease } from '#server/outgoing-mail/lease-store.ts'
import { prepareMail } from '#server/outgoing-mail/prepare-mail.ts'
import { queueForgotten, queueLinkMail } from '#server/outgoing-mail/store.ts'
import { smtpTransport } from '#server/outgoing-mail/transports.ts'
import { startMailWorker } from '#server/outgoing-mail/worker.ts'
import { makeEmployee, sender } from '#test/support/outgoing-mail.ts'
import { startSmtpPeer } from '#test/support/smtp-peer.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

/* Whoever sends a mail is the only one, and sends what is still wanted at that moment. */

let app: TestApp
let number = 0
const now = new Date('2026-06-15T15:00:00Z')
/** However busy the machine is. */
const patience = { timeout: 100_000 }

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('outbox').execute()
  await app.db.deleteFrom('failed_attempts').execute()
})

async function queued(): Promise<{ id: string; email: string }> {
  number += 1
  const email = `person-${number}@example.org`
  const id = await makeEmployee(app.db, { email, role: 'super-admin' })
  await queueLinkMail(app.db, { employeeId: id, recipient: email, kind: 'reset' }, now)
  return { id, email }
}

async function lease(db: Connection = app.db): Promise<Lease> {
  const leased = await leaseNext(db, now)
  if (!leased) throw new Error('nothing was due')
  return leased
}

const rows = () => app.db.selectFrom('outbox').selectAll().execute()
const row = async () => (await rows())[0]
const endLeases = (db: Connection = app.db) =>
  db.updateTable('outbox').set({ claimed_until: sql`now() - interval '1 ms'` }).execute()
const isOpen = async (token: string) => (await employeeOfLink(app.db, token, now)) !== undefined

test('a lease that ended and was taken over renews nothing, sends nothing, and notes no failure', async () => {
  await queued()
  const ended = await lease()
  expect(await leaseNext(app.db, now), 'while it holds').toBeUndefined()
  await endLeases()
  const taken = await lease()
  expect(taken.id).toBe(ended.id)
  const held = (await row())?.claimed_until
  expect(await renewLease(app.db, ended)).toBe(false)
  expect(await prepareMail(app.db, sender, ended, now)).toBeUndefined()
  await recordFailure(app.db, ended, { problem: 'too late', nextAttemptAt: undefined }, now)
  expect(await row()).toMatchObject({ claimed_until: held, refused_at: null, last_error: null })
  expect(await renewLease(app.db, taken)).toBe(true)
  await app.db.deleteFrom('outbox').execute()
  expect(await renewLease(app.db, taken), 'a removed mail is not lost to another').toBe(true)
})

test('a mail stays with the instance that sends it, however long that takes, and a lost lease is logged', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const { promise, resolve } = Promise.withResolvers<void>()
  peer.delay = promise
  const warned: unknown[] = []
  const log = { info() {}, error() {}, warn: (...line: unknown[]) => warned.push(line) }
  const { db } = app
  await queued()
  const sending = startMailWorker({ db, transport: smtpTransport(peer.url), sender, clock: () => now, log })
  onTestFinished(() => sending.stop())
  await vi.waitFor(() => expect(peer.asked).toBe(1), patience)
  for (let round = 0; round < 4; round += 1) {
    const before = (await row())?.claimed_until
    vi.advanceTimersByTime(15_000)
    await vi.waitFor(async () => {
      const after = (await row())?.claimed_until
      expect(after?.getTime()).toBeGreaterThan(before?.getTime() ?? Number.NaN)
    }, patience)
  }
  expect(warned).toEqual([])
  // At one stroke: looks of the first instance may still be under way.
  const { id } = await app.db.transaction().execute(async (trx) => {
    await endLeases(trx)
    return await lease(trx)
  })
  vi.advanceTimersByTime(15_000)
  await vi.waitFor(() => expect(warned).toHaveLength(1), patience)
  expect(warned).toMatchObject([[{ mail: id }, expect.stringContaining('may go out twice')]])
  resolve()
  await sending.settled()
})

test('an older mail is not sent once a newer one waits for the same person', async () => {
  const { id, email } = await queued()
  const older = await lease()
  const later = new Date(now.getTime() + 1000)
  await queueLinkMail(app.db, { employeeId: id, recipient: email, kind: 'reset' }, later)
  expect(await rows(), 'what is being sent is not taken away').toHaveLength(2)
  expect(await prepareMail(app.db, sender, older, later)).toBeUndefined()
  expect(await rows()).toMatchObject([{ created_at: later }])
})

/** What two calls that wait for the same employee come to, the first one first. */
async function oneAfterTheOther<A, B>(id: string, first: () => Promise<A>, second: () => Promise<B>) {
  const both = await app.db.transaction().execute(async (trx) => {
    await lockAccount(trx, id)
    const one = first()
    await untilWaiting(app.db, 1)
    const other = second()
    await untilWaiting(app.db, 2)
    return { one, other }
  })
  return [await both.one, await both.other] as const
}

const makeLink = (email: string) =>
  linkForSuperAdmin({ db: app.db, clock: () => now, publicUrl: '' }, email, { mayPromote: false })
const tokenOf = (link: string) => new URL(link, 'http://localhost').searchParams.get('token') ?? ''

test('the operator’s link is not ended by a mail that was being prepared', async () => {
  const { id, email } = await queued()
  const being = await lease()
  const [{ link }, mail] = await oneAfterTheOther(
    id,
    () => makeLink(email),
    () => prepareMail(app.db, sender, being, now),
  )
  expect(mail).toBeUndefined()
  expect(await isOpen(tokenOf(link))).toBe(true)
})

test('who sets a password while a mail is being prepared gets no link to set another', async () => {
  const { id } = await queued()
  const being = await lease()
  const token = await issueLink(app.db, id, 'reset', now)
  const [saved, mail] = await oneAfterTheOther(
    id,
    () => app.send(sessionEndpoints.save, { body: { token, password: 'ice on the lake' } }),
    () => prepareMail(app.db, sender, being, now),
  )
  expect(saved.status).toBe(200)
  expect(mail).toBeUndefined()
})

test('nor does a mail that was asked for by typing the address, and not looked at yet', async () => {
  const { id, email } = await queued()
  await app.db.deleteFrom('outbox').execute()
  await queueForgotten(app.db, email.toUpperCase(), now)
  await queueForgotten(app.db, 'somebody.else@example.org', now)
  const token = tokenOf((await makeLink(email)).link)
  expect(await rows()).toMatchObject([{ recipient: 'somebody.else@example.org' }])
  await queueForgotten(app.db, email, now)
  await app.send(sessionEndpoints.save, { body: { token, password: 'ice on the lake' } })
  expect(await rows()).toHaveLength(1)
  expect(await isOpen(await issueLink(app.db, id, 'reset', now))).toBe(true)
})
