import { expect, onTestFinished, test, vi } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { amina } from '#test/support/people.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { startSmtpPeer } from '#test/support/smtp-peer.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Mail waits while its server is slow, holds up nobody, and goes out once. */

const people = 30
const emailOf = (number: number) => `new-${number}@example.org`

test('while the mail server hangs everybody is served as ever; when it goes on each mail goes out once', async () => {
  const { db, connectionString, close } = await createTestDatabase()
  onTestFinished(close)
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>()
  peer.delay = goesOn
  const instance = await newTestInstance({ DATABASE_URL: connectionString, SMTP_URL: peer.url })
  onTestFinished(() => instance.remove())
  const product = await instance.start()
  const { becomeSuperAdmin, send } = apiCaller(product.url)
  const token = await becomeSuperAdmin(product.link() ?? '')

  // Not one of these answers could come if it waited for the mail: that server says nothing until all have come.
  const answers = await Promise.all(
    Array.from({ length: people }, async (_, number) => {
      const email = emailOf(number)
      const added = await send('POST', '/employees', token, { ...amina, email })
      const again = await send('POST', '/employees/resend-setup-email', token, { email })
      const summary = await send('GET', '/clients/summary', token)
      return [added.status, again.status, summary.status]
    }),
  )
  expect(answers).toEqual(Array(people).fill([201, 200, 200]))
  await vi.waitFor(() => expect(peer.asked).toBeGreaterThan(0), { timeout: 100_000 })
  const { body: waiting } = await send('GET', '/outgoing-mail', token)
  expect(new Set(waiting.map(({ recipient }: { recipient: string }) => recipient)).size).toBe(people)
  expect(peer.received).toEqual([])
  const busy = await db.selectFrom('outbox').select('id').where('attempts', '>', 0).execute()
  expect(busy.length, 'a server that hangs is asked for a few at a time').toBeLessThan(10)

  goOn()
  const gone = () => db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()
  await vi.waitFor(async () => expect(await gone()).toEqual([]), { timeout: 100_000 })
  const linksOf = (number: number) => peer.received.filter(({ envelopeTo }) => envelopeTo === emailOf(number))
  // A mail that was just going out while it was asked for again is followed by one with the newer link.
  for (let number = 0; number < people; number += 1)
    expect(linksOf(number).length, emailOf(number)).toBe(
      (await db.selectFrom('outbox').select('id').where('recipient', '=', emailOf(number)).execute()).length,
    )
  expect(new Set(peer.received.map(({ messageId }) => messageId)).size).toBe(peer.received.length)
  const { body: left } = await send('GET', '/outgoing-mail', token)
  expect(left).toEqual([])
})
