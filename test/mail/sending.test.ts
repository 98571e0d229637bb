import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findEmployeeByLink } from '#server/accounts/store.ts'
import { dropLinkMail, queueLinkMail, queueResetRequest } from '#server/outgoing-mail/store.ts'
import { smtpTransport } from '#server/outgoing-mail/transports.ts'
import { type MailWorker, startMailWorker } from '#server/outgoing-mail/worker.ts'
import { makeClock, makeEmployee, sender, tokenIn } from '#test/support/outgoing-mail.ts'
import { type SmtpPeer, startSmtpPeer } from '#test/support/smtp-peer.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Mail waits, goes out once, and a permanent refusal is shown. */

let peer: SmtpPeer
let clock: ReturnType<typeof makeClock>
let logged: { level: string; sentence: string; fields: unknown }[]
let sending: MailWorker

const database = await createTestDatabase()
beforeEach(async () => {
  // It looks when a test has it look: on a slow machine a look of its own would come in between.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  for (const table of ['outbox', 'account_links', 'employees'] as const)
    await database.db.deleteFrom(table).execute()
  peer = await startSmtpPeer()
  clock = makeClock()
  logged = []
  sending = start()
  await sending.settled()
})
afterEach(async () => {
  await sending.stop()
  await peer.close()
  vi.useRealTimers()
})

test('sends an employee one mail, with a valid link', async () => {
  const id = await amina()
  await queue(id)
  await look()
  await look()
  expect(peer.received).toHaveLength(1)
  const [mail] = peer.received
  expect(mail).toMatchObject({
    envelopeTo: 'amina@example.org',
    to: [{ name: 'Amina Warsame', address: 'amina@example.org' }],
    from: { name: 'Stable Housing Relocation', address: 'support@stablehousing.example' },
    subject: 'Set your password for Stable Housing Relocation',
    date: clock.now.toISOString(),
  })
  expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  const owner = (later: number) =>
    findEmployeeByLink(database.db, tokenIn(mail?.text), new Date(clock.now.getTime() + later))
  expect(await owner(72 * hours - 1)).toMatchObject({ id })
  expect(await owner(72 * hours)).toBeUndefined()
  expect(await rows()).toMatchObject([{ sent_at: clock.now, attempts: 1, claimed_until: null }])
  const events = await database.db
    .selectFrom('audit_events')
    .selectAll()
    .where('record_id', '=', id)
    .execute()
  expect(events).toMatchObject([
    { action: 'sent set-up mail', record_kind: 'employee', record_id: id, actor_id: null, details: {} },
  ])
})

test('sends to the current address, set-up or reset as the employee needs then', async () => {
  const id = await amina()
  await queue(id)
  await database.db
    .updateTable('employees')
    .set({ email: 'new@example.org', password_hash: 'set meanwhile' })
    .where('id', '=', id)
    .execute()
  await look()
  expect(peer.received).toMatchObject([
    { envelopeTo: 'new@example.org', subject: 'Choose a new password for Stable Housing Relocation' },
  ])
})

test('sends only the newest of several waiting mails, and only its link works', async () => {
  const id = await amina()
  await queue(id)
  clock.pass(1000)
  await queue(id)
  expect(await rows()).toHaveLength(1)
  await look()
  clock.pass(1000)
  await queue(id)
  await look()
  expect(peer.received).toHaveLength(2)
  const [older, newer] = peer.received.map(({ text }) => tokenIn(text))
  expect(await findEmployeeByLink(database.db, older ?? '', clock.now)).toBeUndefined()
  expect(await findEmployeeByLink(database.db, newer ?? '', clock.now)).toMatchObject({ id })
  expect(new Set(peer.received.map(({ messageId }) => messageId)).size).toBe(2)
})

test('sends nothing to a deleted employee, and no mail that was dropped', async () => {
  await queue(await amina())
  const deleted = await makeEmployee(database.db, { email: 'gone@example.org' })
  await queue(deleted)
  await database.db
    .updateTable('employees')
    .set({ deleted_at: clock.now })
    .where('id', '=', deleted)
    .execute()
  const dropped = await makeEmployee(database.db, { email: 'dropped@example.org' })
  await queue(dropped)
  await dropLinkMail(database.db, dropped)
  await look()
  expect(peer.received.map(({ envelopeTo }) => envelopeTo)).toEqual(['amina@example.org'])
  expect(await rows()).toHaveLength(1)
})

test('sends to a typed address in any case, and keeps nothing of an unknown one', async () => {
  const withPassword = await amina({ password_hash: 'a hash' })
  await makeEmployee(database.db, { email: 'new@example.org' })
  await makeEmployee(database.db, { email: 'deleted@example.org', deleted_at: clock.now })
  for (const typed of ['AMINA@Example.org', 'new@example.org', 'deleted@example.org', 'nobody@example.org']) {
    await queueResetRequest(database.db, typed, clock.now)
  }
  await look()
  const subjects = Object.fromEntries(peer.received.map(({ envelopeTo, subject }) => [envelopeTo, subject]))
  expect(subjects).toEqual({
    'amina@example.org': 'Choose a new password for Stable Housing Relocation',
    'new@example.org': 'Set your password for Stable Housing Relocation',
  })
  expect(await rows()).toHaveLength(2)
  const reset = peer.received.find(({ envelopeTo }) => envelopeTo === 'amina@example.org')
  const owner = (later: number) =>
    findEmployeeByLink(database.db, tokenIn(reset?.text), new Date(clock.now.getTime() + later))
  expect(await owner(hours - 1)).toMatchObject({ id: withPassword })
  expect(await owner(hours)).toBeUndefined()
})

test('sends an account three mails an hour for typed addresses', async () => {
  await amina({ password_hash: 'a hash' })
  for (let n = 0; n < 6; n += 1) {
    await queueResetRequest(database.db, 'amina@example.org', clock.now)
    await look()
    clock.pass(60_000)
  }
  expect(peer.received).toHaveLength(3)
  expect(await rows()).toHaveLength(3)
  clock.pass(hours)
  await Promise.all([1, 2, 3, 4, 5].map(() => queueResetRequest(database.db, 'amina@example.org', clock.now)))
  await look()
  expect(peer.received.length).toBeLessThanOrEqual(6)
  expect(peer.received.length).toBeGreaterThan(3)
})

test('retries a mail server that is down every minute, and sends when it is up', async () => {
  const { port } = peer
  await peer.close()
  await queue(await amina())
  await look()
  const waits: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const { next_attempt_at, last_error } = (await rows())[0] ?? {}
    expect(last_error).toBe('The mail server is not responding.')
    waits.push(((next_attempt_at?.getTime() ?? 0) - clock.now.getTime()) / 1000)
    clock.pass((waits.at(-1) ?? 0) * 1000 - 1)
    await look()
    clock.pass(1)
    await look()
  }
  expect(waits).toEqual([15, 30, 50, 50, 50, 50])
  expect((await rows())[0]?.attempts).toBe(7)
  peer = await startSmtpPeer(port)
  clock.pass(60_000)
  await look()
  expect(peer.received).toHaveLength(1)
  expect(logged.filter(({ level }) => level === 'warn')).toHaveLength(1)
  expect(logged.at(-1)).toMatchObject({ level: 'info', sentence: 'mail is being sent again' })
})

test('gives up a mail after three days, with the last reason', async () => {
  await peer.close()
  await queue(await amina())
  clock.pass(72 * hours)
  await look()
  const [row] = await rows()
  expect(row).toMatchObject({ last_error: 'The mail server is not responding.', sent_at: null })
  expect(row?.refused_at).toEqual(clock.now)
  peer = await startSmtpPeer()
})

test('retries after a temporary refusal, and sends once', async () => {
  peer.refuseNext(450, 'Greylisted,\r\nplease\u0007 try again \u202Elater')
  await queue(await amina())
  await look()
  expect(peer.received).toHaveLength(0)
  expect((await rows())[0]).toMatchObject({ refused_at: null, claimed_until: null })
  expect((await rows())[0]?.last_error).toMatch(/^450 Greylisted, please try again later$/)
  clock.pass(15_000)
  await look()
  await look()
  expect(peer.received).toHaveLength(1)
  expect(await rows()).toMatchObject([{ sent_at: clock.now, attempts: 2, last_error: null }])
})

test('does not retry after a permanent refusal, and keeps a short reason without logging it', async () => {
  peer.refuseNext(550, `No such mailbox ${'x'.repeat(500)}`)
  await queue(await amina())
  await look()
  clock.pass(24 * hours)
  await look()
  expect(peer.recipients).toBe(1)
  const [row] = await rows()
  expect(row).toMatchObject({ sent_at: null, attempts: 1 })
  expect(row?.refused_at).not.toBeNull()
  expect(row?.last_error).toMatch(/^550 No such mailbox x+$/)
  expect(row?.last_error).toHaveLength(300)
  expect(JSON.stringify(logged)).not.toContain('mailbox')
  expect(JSON.stringify(logged)).not.toContain('amina')
  expect(logged).toMatchObject([{ level: 'warn', fields: { reason: 'EENVELOPE 550 RCPT TO' } }])
})

test('keeps mail queued when the server requires authentication', async () => {
  peer.refuseNext(530, 'Authentication required')
  await queue(await amina())
  await look()
  expect((await rows())[0]).toMatchObject({ refused_at: null, last_error: '530 Authentication required' })
})

test('keeps all mail waiting after a refused sign-in, and logs no credentials', async () => {
  await sending.stop()
  sending = start(peer.url.replace('//', '//jo%40example.org:s3cret@'))
  await queue(await amina())
  await look()
  const [row] = await rows()
  expect(row).toMatchObject({ refused_at: null, last_error: 'The mail server rejected the sign-in (535).' })
  expect(logged).toMatchObject([{ level: 'warn', fields: { reason: 'EAUTH 535 AUTH PLAIN' } }])
})

test('a dropped connection loses no mail and sends none twice', async () => {
  peer.cutsNext = 2
  await queue(await amina())
  await look()
  expect((await rows())[0]).toMatchObject({ last_error: 'The mail server ended the connection.' })
  clock.pass(15_000)
  await look()
  expect(peer.received).toHaveLength(0)
  clock.pass(30_000)
  await look()
  await look()
  expect(peer.received).toHaveLength(1)
})

test('a slow server delays no other mail, and stopping finishes what is being sent', async () => {
  let goOn = () => {}
  peer.delay = new Promise<void>((resolve) => {
    goOn = resolve
  })
  for (const name of ['a', 'b', 'c']) {
    await queue(await makeEmployee(database.db, { email: `${name}@example.org` }))
  }
  sending.wake()
  await vi.waitFor(() => expect(peer.recipients).toBe(3), waitOptions)
  const stopped = sending.stop()
  goOn()
  await stopped
  expect(peer.received).toHaveLength(3)
  expect((await rows()).every(({ sent_at }) => sent_at !== null)).toBe(true)
  await queue(await amina())
  await look()
  expect(peer.received, 'nothing is begun after the end').toHaveLength(3)
})

test('three instances on one database send each mail once', async () => {
  const others = [start(), start()]
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.stop()))))
  const addresses = Array.from({ length: 40 }, (_, n) => `person-${n}@example.org`)
  for (const email of addresses) await queue(await makeEmployee(database.db, { email }))
  for (const one of [sending, ...others]) one.wake()
  await Promise.all([sending, ...others].map((one) => one.settled()))
  expect(peer.received.map(({ envelopeTo }) => envelopeTo).toSorted()).toEqual(addresses.toSorted())
})

test('another instance sends the mail of a killed one when its lease is over, and not before', async () => {
  peer.delay = new Promise(() => {})
  await queue(await amina())
  sending.wake()
  await vi.waitFor(() => expect(peer.recipients).toBe(1), waitOptions)
  await peer.close()
  // What the killed one would have noted of its failure never reaches the table.
  await sending.settled()
  await database.db
    .updateTable('outbox')
    .set({ claimed_until: sql`now() + interval '1 minute'`, next_attempt_at: clock.now })
    .execute()
  peer = await startSmtpPeer(peer.port)
  sending = start()
  // However far ahead this instance's own clock is.
  clock.pass(24 * hours)
  await look()
  expect(peer.received).toHaveLength(0)
  await database.db.updateTable('outbox').set({ claimed_until: sql`now()` }).execute()
  await look()
  expect(peer.received).toHaveLength(1)
})

test('losing the database while sending does not send a mail twice', async () => {
  await queue(await amina())
  let goOn = () => {}
  peer.delay = new Promise<void>((resolve) => {
    goOn = resolve
  })
  sending.wake()
  await vi.waitFor(() => expect(peer.recipients).toBe(1), waitOptions)
  await sql`ALTER TABLE outbox RENAME TO gone`.execute(database.ownerDb)
  goOn()
  await vi.waitFor(() => expect(logged.some(({ level }) => level === 'warn')).toBe(true), waitOptions)
  await sql`ALTER TABLE gone RENAME TO outbox`.execute(database.ownerDb)
  await look()
  await look()
  expect(peer.received).toHaveLength(1)
  expect((await rows())[0]?.sent_at).not.toBeNull()
})

test('removes sent mail after 30 days', async () => {
  await queue(await amina())
  await look()
  await sending.stop()
  sending = start()
  clock.pass(30 * 24 * hours)
  vi.advanceTimersByTime(5_000)
  await pause(100)
  expect(await rows()).toHaveLength(1)
  clock.pass(hours)
  vi.advanceTimersByTime(5_000)
  await vi.waitFor(async () => expect(await rows()).toEqual([]), waitOptions)
})

const hours = 60 * 60 * 1000
/** Milliseconds, however busy the machine is. */
const waitOptions = { timeout: 100_000 }

function start(url = peer.url): MailWorker {
  const note = (level: string) => (fields: unknown, sentence?: string) => {
    logged.push({ level, sentence: sentence ?? String(fields), fields })
  }
  return startMailWorker({
    db: database.db,
    transport: smtpTransport(url),
    sender,
    clock: clock.read,
    stopTimeout: waitOptions.timeout,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  })
}

/** Everything that is due by the clock is tried. */
async function look(): Promise<void> {
  sending.wake()
  await sending.settled()
}

const amina = (more: Parameters<typeof makeEmployee>[1] = {}) => makeEmployee(database.db, more)

async function queue(employeeId: string): Promise<void> {
  await queueLinkMail(database.db, { employeeId, recipient: 'as@queued.example', kind: 'set-up' }, clock.now)
}

const rows = () => database.db.selectFrom('outbox').selectAll().orderBy('created_at').execute()
