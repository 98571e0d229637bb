import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { outgoingMailEndpoints } from '#contract/outgoing-mail/endpoints.ts'
import { removeOldMail } from '#server/outgoing-mail/delivery-store.ts'
import { pauseBetweenNotices } from '#server/outgoing-mail/store.ts'
import { type MailWorker, startMailWorker } from '#server/outgoing-mail/worker.ts'
import { mailConfig, makeClock, organization } from '#test/support/outgoing-mail.ts'
import { type SmtpPeer, startSmtpPeer } from '#test/support/smtp-peer.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'

/* Staff who wish hear of contact messages: who wrote, and nothing else. */

let peer: SmtpPeer
let sending: MailWorker | undefined
const clock = makeClock()
const log = { info() {}, warn() {}, error() {} }

const app = await createTestApp({
  clock: clock.read,
  organization: {
    ...organization,
    notify: { contactMessages: ['Rosa@Example.org', 'rosa@example.org', 'tim@example.org'] },
  },
})
await app.employ('super-admin')
beforeEach(async () => {
  // It looks when a test has it look: on a slow machine a look of its own would come in between.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  for (const table of ['outbox', 'contact_messages', 'throttling'] as const)
    await app.db.deleteFrom(table).execute()
  peer = await startSmtpPeer()
})
afterEach(async () => {
  await sending?.stop()
  sending = undefined
  await peer.close()
  vi.useRealTimers()
})

/** Has what is due sent, all of it. */
async function look() {
  sending ??= startMailWorker({
    trail: testTrail,
    db: app.db,
    config: mailConfig({ smtpUrl: peer.url }),
    organization,
    clock: clock.read,
    log,
  })
  sending.wake()
  await sending.settled()
}

const write = (email: string) =>
  app.send(contactEndpoints.send, {
    body: { name: 'Secret <b>Name</b>', email, message: 'Secret text about my lease' },
  })
const to = (address: string) => peer.received.filter(({ envelopeTo }) => envelopeTo === address)
const rows = () => app.db.selectFrom('outbox').selectAll().execute()
const unsentRows = async () => (await rows()).filter(({ sent_at }) => sent_at === null)

test('sends each address one mail with the sender’s address and nothing else of the message', async () => {
  await write("o'neil@example.org")
  await look()
  expect(peer.received.map(({ envelopeTo }) => envelopeTo).sort()).toEqual([
    'Rosa@example.org',
    'tim@example.org',
  ])
  const [mail] = to('tim@example.org')
  expect(mail?.subject).toBe('A new contact message')
  expect(mail?.text).toContain(
    "A message has arrived from o'neil@example.org.\n\nRead it in the portal:\n\nhttps://portal.example.org/admin/contact-messages\n",
  )
  expect(mail?.html).toContain('from o&#39;neil@example.org.')
  expect(JSON.stringify(mail)).not.toMatch(/secret|lease/i)
  const { id } = await app.db.selectFrom('contact_messages').select('id').executeTakeFirstOrThrow()
  expect(await app.audited({ action: 'sent notice' }, 'record_kind', 'record_id', 'details')).toEqual(
    Array(2).fill({ record_kind: 'contact message', record_id: id, details: {} }),
  )
})

test('sends one mail for many messages, and another after a pause for the rest', async () => {
  await write('first@example.org')
  await look()
  for (let count = 1; count < 5; count++) {
    clock.pass(1000)
    await write(`sender-${count}@example.org`)
  }
  await look()
  expect(to('tim@example.org')).toHaveLength(1)
  expect(await unsentRows()).toHaveLength(2)

  clock.pass(pauseBetweenNotices)
  await look()
  const [, next, ...others] = to('tim@example.org')
  expect(others).toEqual([])
  expect(next?.subject).toBe('New contact messages')
  expect(next?.text).toContain('New messages have arrived. The first is from sender-1@example.org.')
})

test('sends one mail for simultaneous messages', async () => {
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, count) => write(`sender-${count}@example.org`)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(await rows()).toHaveLength(2)
  await look()
  expect(to('tim@example.org')).toHaveLength(1)
})

test('a message that is deleted before the mail goes out is not mentioned', async () => {
  const token = await app.signIn('super-admin@example.org')
  const remove = async (email: string) => {
    const { body } = await app.send(contactEndpoints.search, { body: { search: email }, token })
    await app.send(contactEndpoints.remove, { params: { id: body[0].id }, token })
  }
  await write('gone@example.org')
  clock.pass(1000)
  await write('stays@example.org')
  await remove('gone@example.org')
  expect(await rows()).toHaveLength(2)
  await look()
  expect(to('tim@example.org')[0]?.text).toContain('from stays@example.org')
  expect(JSON.stringify(peer.received)).not.toContain('gone@')

  clock.pass(1000)
  await write('gone-too@example.org')
  expect(await unsentRows()).toHaveLength(2)
  await remove('stays@example.org')
  await remove('gone-too@example.org')
  expect(await unsentRows()).toEqual([])
})

async function beRefused() {
  for (const _ of ['rosa', 'tim']) peer.refuseNext(550, '5.1.1 No such mailbox')
  await look()
}

test('lists an unsent notice with its problem, and sends it again', async () => {
  const token = await app.signIn('super-admin@example.org')
  const unsent = async () => (await app.send(outgoingMailEndpoints.list, { token })).body
  await write('first@example.org')
  expect(await unsent(), 'not tried yet').toEqual([])
  await beRefused()
  const list = await unsent()
  expect(list).toHaveLength(2)
  const refused = list.find(({ recipient }: { recipient: string }) => recipient === 'tim@example.org')
  expect(refused).toMatchObject({
    kind: 'new-message',
    state: 'refused',
    problem: expect.stringMatching(/550/),
  })
  const again = await app.send(outgoingMailEndpoints.resend, { params: { id: refused.id }, token })
  expect(again.body).toMatchObject({ kind: 'new-message', recipient: 'tim@example.org', state: 'waiting' })
  expect(await unsent()).toContainEqual(again.body)
  await look()
  expect(to('tim@example.org')).toHaveLength(1)
})

test('a refused notice starts over with the next message, and covers both', async () => {
  await write('first@example.org')
  await beRefused()
  clock.pass(1000)
  await write('second@example.org')
  expect(await rows()).toHaveLength(2)
  await look()
  expect(to('tim@example.org').map(({ text }) => text)).toEqual([
    expect.stringContaining('New messages have arrived. The first is from first@example.org.'),
  ])
  expect(await unsentRows()).toEqual([])
})

test('drops a refused notice when its address is removed from the organization data', async () => {
  await write('first@example.org')
  await beRefused()
  await removeOldMail(app.db, new Date(0), ['ROSA@example.org'])
  expect((await rows()).map(({ recipient }) => recipient.toLowerCase())).toEqual(['rosa@example.org'])
})

test('sends no notice if the organization data name no address', async () => {
  const quiet = await createTestApp({ db: app.db, clock: clock.read, organization })
  await quiet.send(contactEndpoints.send, { body: { name: 'A', email: 'a@example.org', message: 'x' } })
  expect(await rows()).toEqual([])
})
