import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { queueLinkMail } from '#server/outgoing-mail/store.ts'
import type { Transport } from '#server/outgoing-mail/transports.ts'
import { type MailWorker, startMailWorker } from '#server/outgoing-mail/worker.ts'
import { mailConfig, makeClock, makeEmployee, organization } from '#test/support/outgoing-mail.ts'
import { startSmtpPeer } from '#test/support/smtp-peer.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Waiting mail is tried again at least every 60 seconds in its first hour, however much of it waits. */

const clock = makeClock()
const { db } = await createTestDatabase()
let sending: MailWorker
const start = (more: { smtpUrl?: string; transport?: Transport }) => {
  const log = { info() {}, warn() {}, error() {} }
  const config = mailConfig({ smtpUrl: more.smtpUrl ?? 'smtp://127.0.0.1:1' })
  sending = startMailWorker({ db, config, organization, clock: clock.read, log, ...more })
}
afterEach(async () => {
  await sending.stop()
  for (const table of ['outbox', 'account_links', 'employees'] as const) await db.deleteFrom(table).execute()
})

async function queueTwenty() {
  for (let n = 0; n < 20; n += 1) {
    const email = `person-${n}@example.org`
    const employeeId = await makeEmployee(db, { email })
    await queueLinkMail(db, { employeeId, recipient: email, kind: 'set-up' }, clock.now)
  }
}

const waiting = () => db.selectFrom('outbox').selectAll().where('sent_at', 'is', null).execute()

test('one mail asks for all while the server never greets, and all are sent when it is back', async () => {
  // It looks when this test has it look.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const sockets: Socket[] = []
  const silent = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  await queueTwenty()
  start({ smtpUrl: `smtp://127.0.0.1:${port}?greetingTimeout=300` })
  await sending.settled()
  expect(sockets.length).toBeLessThanOrEqual(5)
  for (let attempts = 1; attempts < 6; attempts += 1) {
    const rows = await waiting()
    expect(rows).toHaveLength(20)
    for (const row of rows)
      expect(row).toMatchObject({ attempts, last_error: 'The mail server is not responding.' })
    const due = Math.max(...rows.map(({ next_attempt_at }) => next_attempt_at?.getTime() ?? Infinity))
    expect(due - clock.now.getTime()).toBeLessThanOrEqual(50_000)
    const before = sockets.length
    clock.now = new Date(due)
    sending.wake()
    await sending.settled()
    expect(sockets.length).toBe(before + 1)
  }
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => silent.close(resolve))
  const peer = await startSmtpPeer(port)
  clock.pass(50_000)
  sending.wake()
  await sending.settled()
  expect(await waiting()).toEqual([])
  await peer.close()
  vi.useRealTimers()
})

test('a mail that breaks the connection repeatedly delays no other', async () => {
  let sent = 0
  const broken = { code: 'ESOCKET', originalCode: 'ECONNRESET', command: 'CONN' }
  await queueTwenty()
  start({
    transport: async ({ to }) => {
      if (JSON.stringify(to).includes('person-0@')) throw Object.assign(new Error('broken'), broken)
      sent += 1
    },
  })
  await sending.settled()
  expect(sent).toBe(19)
})
