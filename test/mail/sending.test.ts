import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findEmployeeByLink } from '#server/accounts/store.ts'
import { createPool } from '#server/database/connection.ts'
import type { Database } from '#server/database/tables.ts'
import { dropLinkMail, queueLinkMail, queueResetRequest } from '#server/outgoing-mail/store.ts'
import { deliveryError, smtpTransport } from '#server/outgoing-mail/transports.ts'
import { type MailWorker, startMailWorker } from '#server/outgoing-mail/worker.ts'
import { lineTo } from '#test/support/database-line.ts'
import { mailConfig, makeClock, makeEmployee, organization, tokenIn } from '#test/support/outgoing-mail.ts'
import { type SmtpPeer, startSmtpPeer } from '#test/support/smtp-peer.ts'
import { createTestDatabase, testTrail } from '#test/support/test-database.ts'

/* Mail waits, goes out once, and a permanent refusal is shown. */

/** How many wait for a mail server that is away; more in `npm run faults`. */
const mails = Number(process.env.WAITING_MAILS ?? 15)

let peer: SmtpPeer
let clock: ReturnType<typeof makeClock>
let logged: { level: string; sentence: string; fields: unknown }[]
let sending: MailWorker

const database = await createTestDatabase()
beforeEach(async () => {
  // Workers look for mail only when a test tells them to.
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
  const subject = 'Set your password for Stable Housing Relocation'
  expect(mail).toMatchObject({ envelopeTo: 'amina@example.org', subject, date: clock.now.toISOString() })
  expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(await ownerOf(mail?.text, 72 * hours - 1)).toMatchObject({ id })
  expect(await ownerOf(mail?.text, 72 * hours)).toBeUndefined()
  expect(await rows()).toMatchObject([{ sent_at: clock.now, attempts: 1, claimed_until: null }])
  const events = database.db.selectFrom('audit_events').selectAll().where('record_id', '=', id)
  const row = { action: 'sent set-up mail', record_kind: 'employee', actor_id: null, details: {} }
  expect(await events.execute()).toMatchObject([row])
})

test('greets the mail server with the name of the website, or as SMTP_URL says [T1104]', async () => {
  await queue(await amina())
  await look()
  await sending.stop()
  sending = start(`${peer.url}?name=office.example.net`)
  await queue(await amina({ email: 'another@example.org' }))
  await look()
  expect(peer.received.map(({ greetedBy }) => greetedBy)).toEqual([
    'housing.example.org',
    'office.example.net',
  ])
})

test('sends to the current address', async () => {
  const id = await amina()
  await queue(id)
  await database.db.updateTable('employees').set({ email: 'new@example.org' }).where('id', '=', id).execute()
  await look()
  expect(peer.received).toMatchObject([{ envelopeTo: 'new@example.org' }])
})

test('sends a set-up mail that waits although somebody asked for a reset mail meanwhile [T1057]', async () => {
  const id = await amina()
  await queue(id)
  await database.db
    .updateTable('outbox')
    .set({ next_attempt_at: new Date(clock.now.getTime() + 1000) })
    .execute()
  await queueResetRequest(database.db, 'amina@example.org', clock.now)
  await look()
  clock.pass(1000)
  await look()
  expect(peer.received.map(({ subject }) => subject)).toEqual([
    'Choose a new password for Stable Housing Relocation',
    'Set your password for Stable Housing Relocation',
  ])
  expect(await ownerOf(peer.received[1]?.text)).toMatchObject({ id })
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
  const [older, newer] = peer.received
  expect(await ownerOf(older?.text)).toBeUndefined()
  expect(await ownerOf(newer?.text)).toMatchObject({ id })
  expect(newer?.messageId).not.toBe(older?.messageId)
})

test('sends nothing to a deleted employee, and no mail that was dropped', async () => {
  await queue(await amina())
  await queue(await makeEmployee(database.db, { email: 'gone@example.org', deleted_at: clock.now }))
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
    'new@example.org': 'Choose a new password for Stable Housing Relocation',
  })
  expect(await rows()).toHaveLength(2)
  const reset = peer.received.find(({ envelopeTo }) => envelopeTo === 'amina@example.org')
  expect(await ownerOf(reset?.text, hours - 1)).toMatchObject({ id: withPassword })
  expect(await ownerOf(reset?.text, hours)).toBeUndefined()
})

test('retries a mail server that is down every minute, and sends when it is up [T219]', async () => {
  const { port } = peer
  await peer.close()
  await queue(await amina())
  await look()
  for (let n = 0; n < 2; n += 1) {
    const { next_attempt_at, last_error } = (await rows())[0] ?? {}
    expect(last_error).toBe('The mail server is not responding.')
    expect(next_attempt_at?.getTime()).toBeLessThanOrEqual(clock.now.getTime() + 50_000)
    clock.now = next_attempt_at ?? clock.now
    await look()
  }
  expect((await rows())[0]?.attempts).toBe(3)
  peer = await startSmtpPeer(port)
  clock.pass(60_000)
  await look()
  expect(peer.received).toHaveLength(1)
  expect(logged.filter(({ level }) => level === 'warn')).toHaveLength(1)
  expect(logged.at(-1)).toMatchObject({ level: 'info', sentence: 'mail delivery has resumed' })
})

test('retries after a temporary refusal, and sends once [T495]', async () => {
  peer.refuseNext(450, 'Greylisted,\r\nplease\u0007 try again \u202Elater')
  await queue(await amina())
  await look()
  expect(peer.received).toHaveLength(0)
  const waiting = { claimed_until: null, next_attempt_at: expect.any(Date) }
  expect(await rows()).toMatchObject([{ ...waiting, last_error: '450 Greylisted, please try again later' }])
  clock.pass(15_000)
  await look()
  await look()
  expect(peer.received).toHaveLength(1)
  expect(await rows()).toMatchObject([{ sent_at: clock.now, attempts: 2, last_error: null }])
})

test('does not retry after a permanent refusal, and keeps a short reason without logging it [T496]', async () => {
  peer.refuseNext(550, `No such mailbox ${'x'.repeat(500)}`)
  await queue(await amina())
  await look()
  clock.pass(24 * hours)
  await look()
  expect(peer.recipients).toBe(1)
  const [row] = await rows()
  expect(row).toMatchObject({ sent_at: null, attempts: 1, next_attempt_at: null })
  expect(row?.last_error).toMatch(/^550 No such mailbox x+$/)
  expect(row?.last_error).toHaveLength(300)
  expect(JSON.stringify(logged)).not.toContain('mailbox')
  expect(JSON.stringify(logged)).not.toContain('amina')
  expect(logged).toMatchObject([{ level: 'warn', fields: { reason: 'EENVELOPE 550 RCPT TO' } }])
})

const hang = () => {
  peer.delay = new Promise(() => {})
}
const cut = () => {
  peer.cutsNext = 1
}
const askForSignIn = () => peer.refuseNext(530, 'Sign in first')

test.each([
  ['requires authentication', askForSignIn, '', '530 Sign in first', 'EENVELOPE 530 RCPT TO'],
  [
    'refuses the sign-in',
    () => {},
    'jo%40example.org:s3cret@',
    'The mail server rejected the sign-in (535).',
    'EAUTH 535 AUTH PLAIN',
  ],
  ['ends the connection', cut, '', 'The mail server ended the connection.', /^ECONNECTION|^ESOCKET/],
  ['hangs in the middle', hang, '', 'The mail server stopped answering.', 'EABORT'],
])(
  'keeps mail waiting when the server %s, and logs no credentials',
  async (_, cause, user, lastError, reason) => {
    await sending.stop()
    sending = start(peer.url.replace('//', `//${user}`), 500)
    cause()
    await queue(await amina())
    await look()
    expect(await rows()).toMatchObject([{ next_attempt_at: expect.any(Date), last_error: lastError }])
    const fields = { reason: expect.stringMatching(reason) }
    expect(logged).toMatchObject([{ level: 'warn', fields }])
  },
)

test('a connection that breaks in the middle of a mail does not count against other mail', () => {
  const errorOf = (originalCode: string) =>
    deliveryError(Object.assign(new Error('broken'), { code: 'ESOCKET', originalCode, command: 'CONN' }))
  expect(errorOf('ECONNRESET')).toMatchObject({ isUnreachable: false, isFinal: false })
  expect(errorOf('ECONNREFUSED')).toMatchObject({ isUnreachable: true, isFinal: false })
})

test('a slow server delays no other mail, and stopping finishes what is being sent', async () => {
  const goOn = holdMail()
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

test('three instances on one database send each mail once, even after an hour without a mail server', {
  timeout: 300_000 + mails * 2_000,
}, async () => {
  await peer.close()
  const workers = [sending, start(), start()]
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.stop()))))
  const addresses = Array.from({ length: mails }, (_, n) => `person-${n}@example.org`)
  for (const email of addresses) await queue(await makeEmployee(database.db, { email }))
  const allLook = async () => {
    for (const worker of workers) worker.wake()
    await Promise.all(workers.map((worker) => worker.settled()))
  }
  for (const end = clock.now.getTime() + hours; clock.now.getTime() < end; clock.pass(50_000)) await allLook()
  expect(Math.min(...(await rows()).map(({ attempts }) => attempts))).toBeGreaterThan(60)
  peer = await startSmtpPeer(peer.port)
  await allLook()
  expect(peer.received.map(({ envelopeTo }) => envelopeTo).toSorted()).toEqual(addresses.toSorted())
})

test('one mail asks for all while the server never greets, and all are sent when it is back', async () => {
  await peer.close()
  const sockets: Socket[] = []
  const silent = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  }).listen(peer.port, '127.0.0.1')
  await once(silent, 'listening')
  await sending.stop()
  for (let n = 0; n < 10; n += 1)
    await queue(await makeEmployee(database.db, { email: `p-${n}@example.org` }))
  sending = start(`${peer.url}?greetingTimeout=1000`)
  await look()
  expect(sockets.length).toBeLessThanOrEqual(5)
  for (let attempts = 1; attempts < 4; attempts += 1) {
    const waiting = await rows()
    for (const row of waiting)
      expect(row).toMatchObject({ attempts, last_error: 'The mail server is not responding.' })
    const due = Math.max(...waiting.map(({ next_attempt_at }) => next_attempt_at?.getTime() ?? Infinity))
    expect(due - clock.now.getTime()).toBeLessThanOrEqual(50_000)
    const before = sockets.length
    clock.now = new Date(due)
    await look()
    expect(sockets.length).toBe(before + 1)
  }
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => silent.close(resolve))
  peer = await startSmtpPeer(peer.port)
  clock.pass(50_000)
  await look()
  expect(peer.received).toHaveLength(10)
})

test('sends a mail again if the reply is lost: with the same Message-ID, and both links work [T980]', async () => {
  const id = await amina()
  await queue(id)
  peer.losesNext = 1
  await look()
  expect(peer.received).toHaveLength(1)
  clock.pass(15_000)
  await look()
  expect(peer.received).toHaveLength(2)
  const [first, again] = peer.received
  expect(again?.messageId).toBe(first?.messageId)
  expect(first?.messageId).toBe(`<${(await rows())[0]?.id}@${organization.emails.support.split('@')[1]}>`)
  expect([await ownerOf(first?.text), await ownerOf(again?.text)]).toMatchObject([{ id }, { id }])
  clock.pass(1000)
  await queue(id)
  await look()
  expect([await ownerOf(first?.text), await ownerOf(again?.text)]).toEqual([undefined, undefined])
})

test('sends a mail once if the database is away for an hour after the mail server took it [T981]', async () => {
  const line = await lineTo(database.connection)
  const pool = createPool({ connectionString: line.url }, { queryTimeout: 500 })
  pool.options.connectionTimeoutMillis = 500
  onTestFinished(() => pool.end())
  const cutOff = start(peer.url, undefined, new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }))
  onTestFinished(() => cutOff.stop())
  await cutOff.settled()
  await queue(await amina())
  const goOn = holdMail()
  cutOff.wake()
  await vi.waitFor(() => expect(peer.recipients).toBe(1), waitOptions)
  line.freeze()
  goOn()
  await vi.waitFor(() => expect(logged.some(({ level }) => level === 'warn')).toBe(true), waitOptions)
  clock.pass(hours)
  await sql`UPDATE outbox SET claimed_until = claimed_until - interval '1 hour'`.execute(database.db)
  // The other instance gets the database back first.
  await pollOnce()
  await vi.waitFor(async () => expect((await rows())[0]?.claimed_until).toBeNull(), waitOptions)
  clock.pass(29_000)
  await pollOnce()
  expect(peer.recipients).toBe(1)
  line.thaw()
  await vi.waitFor(async () => expect((await rows())[0]?.sent_at).not.toBeNull(), waitOptions)
  clock.pass(hours)
  await pollOnce()
  expect(peer.received).toHaveLength(1)
})

test('gives up recording a sent mail after a day, and says so [T982]', async () => {
  await queue(await amina())
  const goOn = holdMail()
  sending.wake()
  await vi.waitFor(() => expect(peer.recipients).toBe(1), waitOptions)
  await sql`ALTER TABLE outbox RENAME TO gone`.execute(database.ownerDb)
  goOn()
  await vi.waitFor(() => expect(logged.some(({ level }) => level === 'warn')).toBe(true), waitOptions)
  clock.pass(24 * hours)
  await sending.settled()
  expect(logged.at(-1)).toMatchObject({ level: 'error', fields: { mail: expect.any(String) } })
  await sql`ALTER TABLE gone RENAME TO outbox`.execute(database.ownerDb)
})

test('removes sent mail after 30 days', async () => {
  await queue(await amina())
  await look()
  clock.pass(30 * 24 * hours)
  await queue(await makeEmployee(database.db, { email: 'another@example.org' }))
  await look()
  clock.pass(1)
  vi.advanceTimersByTime(hours)
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), waitOptions)
})

const hours = 60 * 60 * 1000
/** Milliseconds, however busy the machine is. */
const waitOptions = { timeout: 100_000 }

function start(url = peer.url, attemptTimeout = waitOptions.timeout, db = database.db): MailWorker {
  const note = (level: string) => (fields: unknown, sentence?: string) => {
    logged.push({ level, sentence: sentence ?? String(fields), fields })
  }
  return startMailWorker({
    trail: testTrail,
    db,
    config: mailConfig({ smtpUrl: url }),
    organization,
    transport: smtpTransport(url, 'https://housing.example.org', attemptTimeout),
    clock: clock.read,
    stopTimeout: waitOptions.timeout,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  })
}

/** Tries everything that is due by the clock. */
async function look(): Promise<void> {
  sending.wake()
  await sending.settled()
}

/** Lets each worker poll, and sends what is due. */
async function pollOnce(): Promise<void> {
  vi.advanceTimersByTime(5_000)
  await look()
}

/** The mail server replies only after the returned function was called. */
function holdMail(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  peer.delay = promise
  return resolve
}

/** Whose the link in the mail is, at a later time. */
const ownerOf = (text = '', later = 0) =>
  findEmployeeByLink(database.db, tokenIn(text), new Date(clock.now.getTime() + later))

const amina = (more: Parameters<typeof makeEmployee>[1] = {}) => makeEmployee(database.db, more)

async function queue(employeeId: string): Promise<void> {
  await queueLinkMail(database.db, { employeeId, recipient: 'as@queued.example', kind: 'set-up' }, clock.now)
}

const rows = () => database.db.selectFrom('outbox').selectAll().orderBy('created_at').execute()
