import { expect, onTestFinished, test, vi } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { amina } from '#test/support/people.ts'
import { processEnd } from '#test/support/process-end.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { startSmtpPeer } from '#test/support/smtp-peer.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/** Long, because the machine may be busy. */
const waitOptions = { timeout: 100_000 }
const emails = Array.from({ length: 12 }, (_, number) => `new-${number}@example.org`)

test('a hanging mail server delays no call and no SIGTERM, and a kill while mail is being sent loses none', async () => {
  const { db, connectionString } = await createTestDatabase()
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const instance = await newTestInstance({ DATABASE_URL: connectionString, SMTP_URL: peer.url })
  onTestFinished(() => instance.remove())
  const holdMail = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    peer.delay = promise
    return resolve
  }

  const releaseMail = holdMail()
  const killed = await instance.start()
  const { becomeSuperAdmin, send } = apiCaller(killed.url)
  const token = await becomeSuperAdmin(killed.link() ?? '')
  // The mail server replies only after all of these calls, so none of them can have waited for it.
  const answers = await Promise.all(
    emails.map(async (email) => {
      const added = await send('POST', '/employees', token, { ...amina, email })
      const again = await send('POST', '/employees/resend-setup-email', token, { email })
      return [added.status, again.status]
    }),
  )
  expect(answers).toEqual(emails.map(() => [201, 200]))
  await vi.waitFor(() => expect(peer.recipients).toBeGreaterThan(0), waitOptions)
  const { body: waiting } = await send('GET', '/outgoing-mail', token)
  expect(waiting.map(({ recipient }: { recipient: string }) => recipient).toSorted()).toEqual(
    emails.toSorted(),
  )
  killed.process.kill('SIGKILL')
  await processEnd(killed.process)
  releaseMail()
  expect(peer.received).toEqual([])

  // Ends the claims of the killed process.
  await db.updateTable('outbox').set({ claimed_until: null, next_attempt_at: new Date() }).execute()
  const again = await instance.start()
  const unsent = () => db.selectFrom('outbox').select('recipient').where('sent_at', 'is', null).execute()
  await vi.waitFor(async () => expect(await unsent()).toEqual([]), waitOptions)
  expect(peer.received.map(({ envelopeTo }) => envelopeTo).toSorted()).toEqual(emails.toSorted())

  holdMail()
  const soFar = peer.recipients
  const email = emails[0] ?? ''
  await apiCaller(again.url).send('POST', '/employees/resend-setup-email', token, { email })
  await vi.waitFor(() => expect(peer.recipients).toBe(soFar + 1), waitOptions)
  expect(await again.stop()).toBe(0)
  expect(peer.received).toHaveLength(emails.length)
  expect(await unsent()).toEqual([{ recipient: email }])
})
