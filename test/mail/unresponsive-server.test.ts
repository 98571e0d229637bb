import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { queueLinkMail } from '#server/outgoing-mail/store.ts'
import { smtpTransport, type Transport } from '#server/outgoing-mail/transports.ts'
import { type MailWorker, startMailWorker } from '#server/outgoing-mail/worker.ts'
import { makeClock, makeEmployee, sender } from '#test/support/outgoing-mail.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Waiting mail is tried again at least every 60 seconds in its first hour, however much of it waits. */

let sending: MailWorker
const clock = makeClock()
const log = { info() {}, warn() {}, error() {} }
/** However busy the machine is. */
const waitOptions = { timeout: 100_000 }
/** Seconds: the longest that the transport waits for a server to greet. */
const silence = 40

const database = await createTestDatabase()
afterEach(async () => {
  await sending.stop()
  for (const table of ['outbox', 'account_links', 'employees'] as const)
    await database.db.deleteFrom(table).execute()
})

async function queueTwenty() {
  for (let n = 0; n < 20; n += 1) {
    const email = `person-${n}@example.org`
    const employeeId = await makeEmployee(database.db, { email })
    await queueLinkMail(database.db, { employeeId, recipient: email, kind: 'set-up' }, clock.now)
  }
}

const waiting = () => database.db.selectFrom('outbox').selectAll().where('sent_at', 'is', null).execute()

test('tries twenty mails within each minute when the server never greets', async () => {
  const hanging: (() => void)[] = []
  let isBack = false
  let asked = 0
  const silent = Object.assign(new Error('Greeting never received'), {
    code: 'ETIMEDOUT',
    timeoutType: 'GREETING_TIMEOUT',
  })
  const transport = () => {
    asked += 1
    if (isBack) return Promise.resolve()
    return new Promise<void>((_, reject) => hanging.push(() => reject(silent)))
  }
  sending = startMailWorker({ db: database.db, transport, sender, clock: clock.read, log })
  await queueTwenty()
  sending.wake()
  await vi.waitFor(() => expect(asked).toBe(5), waitOptions)

  for (let begun = clock.now.getTime(); clock.now.getTime() < begun + 6 * 60_000; ) {
    const askedBefore = asked
    clock.pass(silence * 1000)
    for (const giveUp of hanging.splice(0)) giveUp()
    await sending.settled()
    const rows = await waiting()
    expect(rows.every(({ last_error }) => last_error === 'The mail server is not responding.')).toBe(true)
    const due = rows.map(({ next_attempt_at }) => next_attempt_at?.getTime() ?? 0)
    expect(Math.max(...due) - clock.now.getTime()).toBeLessThanOrEqual(50_000)
    expect(asked, 'one asks for all').toBe(askedBefore)
    clock.now = new Date(Math.max(clock.now.getTime(), Math.min(...due)))
    sending.wake()
    await vi.waitFor(() => expect(hanging).toHaveLength(1), waitOptions)
    sending.wake()
  }

  isBack = true
  clock.pass(silence * 1000)
  for (const giveUp of hanging.splice(0)) giveUp()
  await sending.settled()
  clock.pass(60_000)
  sending.wake()
  await sending.settled()
  expect(await waiting()).toEqual([])
})

test('fails all queued mail after the first timeout of an unresponsive server', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?greetingTimeout=1000`
  await queueTwenty()
  sending = startMailWorker({
    db: database.db,
    transport: smtpTransport(url),
    sender,
    clock: clock.read,
    log,
  })
  await sending.settled()
  expect(sockets.length).toBeLessThanOrEqual(5)
  const rows = await waiting()
  expect(rows).toHaveLength(20)
  for (const row of rows)
    expect(row).toMatchObject({ attempts: 1, last_error: 'The mail server is not responding.' })
})

test('a mail that breaks the connection repeatedly delays no other', async () => {
  let sent = 0
  const transport: Transport = async ({ to }) => {
    if (JSON.stringify(to).includes('person-0@'))
      throw Object.assign(new Error('broken'), {
        code: 'ESOCKET',
        originalCode: 'ECONNRESET',
        command: 'CONN',
      })
    sent += 1
  }
  await queueTwenty()
  sending = startMailWorker({ db: database.db, transport, sender, clock: clock.read, log })
  await sending.settled()
  expect(sent).toBe(19)
})
