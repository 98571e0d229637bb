import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { findEmployeeByLink, issueLink, lockAccount } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { linkForSuperAdmin } from '#server/employees/super-admin-link.ts'
import { type Lease, leaseNext, recordFailure, renewLease } from '#server/outgoing-mail/lease-store.ts'
import { prepareMail } from '#server/outgoing-mail/prepare-mail.ts'
import { queueLinkMail, queueResetRequest } from '#server/outgoing-mail/store.ts'
import { smtpTransport } from '#server/outgoing-mail/transports.ts'
import { startMailWorker } from '#server/outgoing-mail/worker.ts'
import { makeEmployee, sender } from '#test/support/outgoing-mail.ts'
import { startSmtpPeer } from '#test/support/smtp-peer.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

/* Whoever sends a mail is the only one, and sends what is still wanted at that moment. */

let number = 0
const now = new Date('2026-06-15T15:00:00Z')
/** However busy the machine is. */
const waitOptions = { timeout: 100_000 }

const app = await createTestApp()
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
const isOpen = async (token: string) => (await findEmployeeByLink(app.db, token, now)) !== undefined

test('an expired lease that was taken over renews, sends and records nothing', async () => {
  await queued()
  const ended = await lease()
  expect(await leaseNext(app.db, now), 'while it holds').toBeUndefined()
  await endLeases()
  const taken = await lease()
  expect(taken.id).toBe(ended.id)
  const held = (await row())?.claimed_until
  expect(await renewLease(app.db, ended)).toBe(false)
  expect(await prepareMail(app.db, sender, ended, now)).toBeUndefined()
  await recordFailure(app.db, ended, { lastError: 'too late', nextAttemptAt: undefined }, now)
  expect(await row()).toMatchObject({ claimed_until: held, refused_at: null, last_error: null })
  expect(await renewLease(app.db, taken)).toBe(true)
  await app.db.deleteFrom('outbox').execute()
  expect(await renewLease(app.db, taken), 'a removed mail is not lost to another').toBe(true)
})

test('an instance keeps the lease while it sends, however long that takes, and logs a lost lease', async () => {
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
  await vi.waitFor(() => expect(peer.recipients).toBe(1), waitOptions)
  for (let round = 0; round < 4; round += 1) {
    const before = (await row())?.claimed_until
    vi.advanceTimersByTime(15_000)
    await vi.waitFor(async () => {
      const after = (await row())?.claimed_until
      expect(after?.getTime()).toBeGreaterThan(before?.getTime() ?? Number.NaN)
    }, waitOptions)
  }
  expect(warned).toEqual([])
  // At one stroke: looks of the first instance may still be under way.
  const { id } = await app.db.transaction().execute(async (trx) => {
    await endLeases(trx)
    return await lease(trx)
  })
  vi.advanceTimersByTime(15_000)
  await vi.waitFor(() => expect(warned).toHaveLength(1), waitOptions)
  expect(warned).toMatchObject([[{ mail: id }, expect.stringContaining('may be sent twice')]])
  resolve()
  await sending.settled()
})

test('does not send an older mail once a newer one waits for the same employee', async () => {
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

test('a mail in preparation does not end the link of the super-admin command', async () => {
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

test('setting a password cancels a link mail in preparation', async () => {
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

test('a link or a new password drops mail that was requested with the typed address', async () => {
  const { id, email } = await queued()
  await app.db.deleteFrom('outbox').execute()
  await queueResetRequest(app.db, email.toUpperCase(), now)
  await queueResetRequest(app.db, 'somebody.else@example.org', now)
  const token = tokenOf((await makeLink(email)).link)
  expect(await rows()).toMatchObject([{ recipient: 'somebody.else@example.org' }])
  await queueResetRequest(app.db, email, now)
  await app.send(sessionEndpoints.save, { body: { token, password: 'ice on the lake' } })
  expect(await rows()).toHaveLength(1)
  expect(await isOpen(await issueLink(app.db, id, 'reset', now))).toBe(true)
})
