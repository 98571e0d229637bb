import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queueLinkMail } from '#server/outgoing-mail/store.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { makeEmployee, tokenIn } from '#test/support/outgoing-mail.ts'
import { amina } from '#test/support/people.ts'
import { processEnd } from '#test/support/process-end.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { startSmtpPeer } from '#test/support/smtp-peer.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import { password } from '#test/support/test-password.ts'

/** However busy the machine is. */
const patience = { timeout: 100_000 }

test('kill -9 while a mail is being sent loses nothing and sends nothing twice; a server that hangs does not hold up SIGTERM', async () => {
  const { db, connectionString, close } = await createTestDatabase()
  onTestFinished(close)
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

  const goOn = holdMail()
  await queue('amina@example.org')
  const killed = await instance.start()
  await vi.waitFor(() => expect(peer.asked).toBe(1), patience)
  killed.process.kill('SIGKILL')
  await processEnd(killed.process)
  goOn()
  const { claimed_until } = await db.selectFrom('outbox').select('claimed_until').executeTakeFirstOrThrow()
  expect(claimed_until?.getTime()).toBeLessThan(Date.now() + 60_000)
  // What is left of the killed one's time with this mail.
  await db.updateTable('outbox').set({ claimed_until: new Date() }).execute()
  const again = await instance.start()
  await vi.waitFor(() => expect(peer.received).toHaveLength(1), patience)

  holdMail()
  await queue('bao@example.org')
  await vi.waitFor(() => expect(peer.asked).toBe(3), patience)
  expect(await again.stop()).toBe(0)
  expect(peer.received.map(({ envelopeTo }) => envelopeTo)).toEqual(['amina@example.org'])
  const rows = await db.selectFrom('outbox').select(['sent_at', 'refused_at']).orderBy('created_at').execute()
  expect(rows).toEqual([
    { sent_at: expect.any(Date), refused_at: null },
    { sent_at: null, refused_at: null },
  ])
})

test('without SMTP_URL a forgotten password’s mail is a file in the data folder, and its link works', async () => {
  const instance = await newTestInstance()
  onTestFinished(() => instance.remove())
  const product = await instance.start()
  const { becomeSuperAdmin, send } = apiCaller(product.url)
  await becomeSuperAdmin(product.link() ?? '')
  expect((await send('POST', '/auth/forgot', undefined, { email: 'Admin@Example.org' })).status).toBe(200)
  const folder = join(instance.dataDir, 'mail')
  const [name = ''] = await vi.waitFor(() => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.eml'))
    expect(files).toHaveLength(1)
    return files
  }, patience)
  const { text, subject } = await PostalMime.parse(readFileSync(join(folder, name)))
  expect(subject).toBe('Choose a new password for Stable Housing Relocation')
  expect(text).toContain(`${product.url}/set-password?token=`)
  const save = { token: tokenIn(text), password: `${password} again` }
  expect((await send('POST', '/auth/save', undefined, save)).status).toBe(200)
})

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
  await vi.waitFor(() => expect(peer.asked).toBeGreaterThan(0), patience)
  const { body: waiting } = await send('GET', '/outgoing-mail', token)
  expect(new Set(waiting.map(({ recipient }: { recipient: string }) => recipient)).size).toBe(people)
  expect(peer.received).toEqual([])
  const busy = await db.selectFrom('outbox').select('id').where('attempts', '>', 0).execute()
  expect(busy.length, 'a server that hangs is asked for a few at a time').toBeLessThan(10)

  goOn()
  const gone = () => db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()
  await vi.waitFor(async () => expect(await gone()).toEqual([]), patience)
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
