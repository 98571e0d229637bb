import { expect, onTestFinished, test, vi } from 'vitest'
import { queueLinkMail } from '#server/outgoing-mail/store.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { makeEmployee } from '#test/support/outgoing-mail.ts'
import { amina } from '#test/support/people.ts'
import { processEnd } from '#test/support/process-end.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { startSmtpPeer } from '#test/support/smtp-peer.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/** Long, because the machine may be busy. */
const waitOptions = { timeout: 100_000 }

test('a kill while mail is being sent loses no mail and sends none twice; a hanging mail server does not delay SIGTERM', async () => {
  const { db, connectionString } = await createTestDatabase()
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const instance = await newTestInstance({ DATABASE_URL: connectionString, SMTP_URL: peer.url })
  onTestFinished(() => instance.remove())
  const queue = async (email: string) => {
    const employeeId = await makeEmployee(db, { email })
    await queueLinkMail(db, { employeeId, recipient: email, kind: 'set-up' }, new Date())
  }
  const holdMail = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    peer.delay = promise
    return resolve
  }

  const releaseMail = holdMail()
  await queue('amina@example.org')
  const killed = await instance.start()
  await vi.waitFor(() => expect(peer.recipients).toBe(1), waitOptions)
  killed.process.kill('SIGKILL')
  await processEnd(killed.process)
  releaseMail()
  // Ends the claim of the killed process.
  await db.updateTable('outbox').set({ claimed_until: new Date() }).execute()
  const again = await instance.start()
  await vi.waitFor(() => expect(peer.received).toHaveLength(1), waitOptions)

  holdMail()
  await queue('bao@example.org')
  await vi.waitFor(() => expect(peer.recipients).toBe(3), waitOptions)
  expect(await again.stop()).toBe(0)
  expect(peer.received.map(({ envelopeTo }) => envelopeTo)).toEqual(['amina@example.org'])
  const rows = await db
    .selectFrom('outbox')
    .select(['sent_at', 'next_attempt_at'])
    .orderBy('created_at')
    .execute()
  expect(rows).toEqual([
    { sent_at: expect.any(Date), next_attempt_at: null },
    { sent_at: null, next_attempt_at: expect.any(Date) },
  ])
})

const employeeCount = 30
const emailOf = (number: number) => `new-${number}@example.org`

test('a hanging mail server delays no call, and each mail goes out once when it recovers', async () => {
  const { db, connectionString } = await createTestDatabase()
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const { promise: released, resolve: releaseMail } = Promise.withResolvers<void>()
  peer.delay = released
  const instance = await newTestInstance({ DATABASE_URL: connectionString, SMTP_URL: peer.url })
  onTestFinished(() => instance.remove())
  const product = await instance.start()
  const { becomeSuperAdmin, send } = apiCaller(product.url)
  const token = await becomeSuperAdmin(product.link() ?? '')

  // The mail server replies only after all of these calls, so none of them can have waited for it.
  const answers = await Promise.all(
    Array.from({ length: employeeCount }, async (_, number) => {
      const email = emailOf(number)
      const added = await send('POST', '/employees', token, { ...amina, email })
      const again = await send('POST', '/employees/resend-setup-email', token, { email })
      const summary = await send('GET', '/clients/summary', token)
      return [added.status, again.status, summary.status]
    }),
  )
  expect(answers).toEqual(Array(employeeCount).fill([201, 200, 200]))
  await vi.waitFor(() => expect(peer.recipients).toBeGreaterThan(0), waitOptions)
  const { body: waiting } = await send('GET', '/outgoing-mail', token)
  expect(new Set(waiting.map(({ recipient }: { recipient: string }) => recipient)).size).toBe(employeeCount)
  expect(peer.received).toEqual([])
  const busy = await db.selectFrom('outbox').select('id').where('attempts', '>', 0).execute()
  expect(busy.length, 'only a few mails at a time are tried with a server that hangs').toBeLessThan(10)

  releaseMail()
  const unsent = () => db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()
  await vi.waitFor(async () => expect(await unsent()).toEqual([]), waitOptions)
  // A mail that was being sent when its link was asked for again is followed by one with the newer link.
  const sent = await db
    .selectFrom('audit_events')
    .select('id')
    .where('action', '=', 'sent set-up mail')
    .execute()
  expect(peer.received).toHaveLength(sent.length)
  expect(new Set(peer.received.map(({ envelopeTo }) => envelopeTo)).size).toBe(employeeCount)
  expect(new Set(peer.received.map(({ messageId }) => messageId)).size).toBe(peer.received.length)
  const { body: left } = await send('GET', '/outgoing-mail', token)
  expect(left).toEqual([])
})
