import { beforeEach, describe, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import type { Connection } from '#server/database/connection.ts'
import { removeExpiredKeys } from '#server/http/idempotency-store.ts'
import { amina, hodan } from '#test/support/people.ts'
import { type Answer, createTestApp } from '#test/support/test-app.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

let keys = 0
const message = { name: 'Ana', email: 'ana@example.org', message: 'Please call me.' }

const app = await createTestApp()
let token = await app.tokenOf('super-admin')
const clientId = (await app.send(clientEndpoints.add, { body: hodan, token })).body.id
beforeEach(async () => {
  await app.db.deleteFrom('throttling').execute()
})

const newKey = () => {
  keys += 1
  return `key number ${keys}`
}

type Table = 'clients' | 'notes' | 'employees' | 'contact_messages' | 'audit_events' | 'outbox'

async function count(table: Table): Promise<number> {
  const { rows } = await app.db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

function post(endpoint: EndpointDefinition, body: object, key?: string, as = token): Promise<Answer> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return app.send(endpoint, { params: { id: clientId }, body, token: as, headers })
}
/** The same database for another instance, which never gets the answer to a COMMIT. */
const losesCommits = (db: Connection) =>
  new Proxy(db, {
    get(_, name) {
      if (name === 'transaction')
        return () => ({
          async execute(work: (trx: Connection) => Promise<unknown>) {
            await db.transaction().execute(work)
            throw new Error('Query read timeout')
          },
        })
      const value = Reflect.get(db, name)
      return typeof value === 'function' ? value.bind(db) : value
    },
  })
const addNote = (text: string, key?: string, as?: string) => post(noteEndpoints.add, { text }, key, as)

describe.each<[string, EndpointDefinition, object, object, Table]>([
  ['a client', clientEndpoints.add, hodan, { ...hodan, firstName: 'Ayan' }, 'clients'],
  ['a note', noteEndpoints.add, { text: 'Called.' }, { text: 'Visited.' }, 'notes'],
  ['an employee', employeeEndpoints.add, amina, { ...amina, email: 'other@example.org' }, 'employees'],
  [
    'a contact message',
    contactEndpoints.send,
    message,
    { ...message, message: 'Write.' },
    'contact_messages',
  ],
])('%s', (_, endpoint, body, other, table) => {
  test('sent again with its key is created once, answered as before, and counts as a view; another body is refused [T84]', async () => {
    const key = newKey()
    const first = await post(endpoint, body, key)
    expect(first.status).toBe(201)
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    const before = await Promise.all([count(table), count('outbox')])
    const rows = (await app.audited({}, 'action')).length
    const again = await post(endpoint, body, key)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await Promise.all([count(table), count('outbox')])).toEqual(before)
    // A visitor is not shown the message.
    const view = { action: 'viewed', record_id: first.body.id }
    const expected = table === 'contact_messages' ? [] : [view]
    expect((await app.audited({}, 'action', 'record_id')).slice(rows)).toEqual(expected)
    const reused = { status: 422, body: { code: 'idempotency-key-reused' } }
    expect(await post(endpoint, other, key)).toMatchObject(reused)
    expect(await count(table)).toBe(before[0])
  })
})

test('a call is 503 if the answer to COMMIT is lost, and its record is created once when it is sent again to another instance', async () => {
  const withoutAnswers = await createTestApp({ db: losesCommits(app.db) })
  const request = {
    params: { id: clientId },
    body: { text: 'Lost.' },
    token,
    headers: { 'idempotency-key': newKey() },
  }
  const before = await count('notes')
  const code = 'database-away'
  expect(await withoutAnswers.send(noteEndpoints.add, request)).toMatchObject({ status: 503, body: { code } })
  const again = await app.send(noteEndpoints.add, request)
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  expect(await count('notes')).toBe(before + 1)
})

test('a repeated request gets the record as it is now, and 404 once it is deleted', async () => {
  const key = newKey()
  const { body: note } = await addNote('First.', key)
  const params = { id: clientId, noteId: note.id }
  await app.send(noteEndpoints.edit, { params, body: { text: 'Second.' }, token })
  expect((await addNote('First.', key)).body).toMatchObject({ id: note.id, text: 'Second.', version: 2 })
  await app.send(noteEndpoints.remove, { params, token })
  expect(await addNote('First.', key)).toMatchObject({ status: 404, body: { code: 'not-found' } })
})

test('a request is 409 while the first one runs, and is answered afterwards [T86]', async () => {
  const key = newKey()
  const lock = await app.db.startTransaction().execute()
  await lock.selectFrom('clients').select('id').where('id', '=', clientId).forUpdate().execute()
  const first = addNote('Slow.', key)
  await untilWaiting(app.db)
  const during = await addNote('Slow.', key)
  expect(during).toMatchObject({ status: 409, body: { code: 'request-in-progress' } })
  expect(during.headers['retry-after']).toBe('1')
  await lock.rollback().execute()
  const { body } = await first
  expect(await addNote('Slow.', key)).toMatchObject({ status: 201, body })
})

test('many requests at the same moment create one record', async () => {
  const key = newKey()
  const before = await count('notes')
  const answers = await Promise.all(Array.from({ length: 8 }, () => addNote('At once.', key)))
  const added = answers.filter(({ status }) => status === 201)
  // Those that come while the first runs get 409 (T86); on a busy machine none does.
  expect(new Set(added.map(({ body }) => body.id)).size).toBe(1)
  expect(answers.filter(({ status }) => status === 409).length).toBe(answers.length - added.length)
  expect(await count('notes')).toBe(before + 1)
})

test('a key expires after 24 hours', async () => {
  const key = newKey()
  const { now } = app.context
  const at = async (hours: number) => {
    app.context.now = new Date(now.getTime() + hours * 60 * 60 * 1000)
    return await app.signIn('super-admin@example.org')
  }
  try {
    const first = await addNote('Daily.', key)
    expect((await addNote('Daily.', key, await at(23.9))).body.id).toBe(first.body.id)
    const later = await addNote('Daily.', key, await at(24.1))
    expect(later.status).toBe(201)
    expect(later.body.id).not.toBe(first.body.id)
    await removeExpiredKeys(app.db, new Date(app.context.now.getTime() + 23 * 60 * 60 * 1000))
    const { length } = await app.db.selectFrom('idempotency_keys').select('created_at').execute()
    expect(length).toBe(1)
    await removeExpiredKeys(app.db, new Date(app.context.now.getTime() + 24 * 60 * 60 * 1000))
    expect(await app.db.selectFrom('idempotency_keys').select('created_at').execute()).toEqual([])
  } finally {
    token = await at(0)
  }
})

test('the same key of another employee or network is another key', async () => {
  const key = newKey()
  const other = await app.tokenOf('admin')
  const [mine, theirs] = [await addNote('Same.', key), await addNote('Same.', key, other)]
  expect(theirs).toMatchObject({ status: 201, body: { author: 'admin@example.org' } })
  expect(theirs.body.id).not.toBe(mine.body.id)
  const before = await count('contact_messages')
  for (const remoteAddress of ['203.0.113.1', '203.0.113.2', '203.0.113.1']) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const call = { method: 'POST', url: '/api/contact', headers, payload: message, remoteAddress }
    expect(await app.sendRaw(call)).toMatchObject({
      status: 201,
      body: { message: 'Message sent successfully!' },
    })
  }
  expect(await count('contact_messages')).toBe(before + 2)
})

test('the same key and body for another client is rejected', async () => {
  const key = newKey()
  await addNote('Called.', key)
  const { body: client } = await post(clientEndpoints.add, { ...hodan, lastName: 'Other' })
  const headers = { 'idempotency-key': key }
  const call = { params: { id: client.id }, body: { text: 'Called.' }, token, headers }
  expect((await app.send(noteEndpoints.add, call)).status).toBe(422)
})

test('a failed request may be corrected and sent with the same key [T87]', async () => {
  const key = newKey()
  expect((await addNote(' ', key)).status).toBe(400)
  expect((await app.withoutAudit(() => addNote('Kept.', key))).status).toBe(500)
  expect(await addNote('Corrected.', key)).toMatchObject({ status: 201, body: { text: 'Corrected.' } })
})

test('a repeated message does not count toward the limit and is not refused because of it', async () => {
  const key = newKey()
  await post(contactEndpoints.send, message, key)
  await app.db
    .updateTable('throttling')
    .set({ blocked_until: new Date('2100-01-01') })
    .execute()
  expect((await post(contactEndpoints.send, message)).status).toBe(429)
  expect((await post(contactEndpoints.send, message, key)).status).toBe(201)
})

test.each(['short', 'x'.repeat(129), 'schlüssel', 'with\ttab!'])('rejects the key %o', async (key) => {
  expect(await addNote('Called.', key)).toMatchObject({
    status: 400,
    body: { code: 'invalid-input', message: 'Idempotency-Key must be 8 to 128 printable ASCII characters' },
  })
})

test('stores neither keys, nor who sent them, nor what was sent', async () => {
  await addNote('Known words', 'a-known-key')
  const rows = await app.db.selectFrom('idempotency_keys').selectAll().execute()
  const employees = app.db.selectFrom('employees').select('id').where('role', '=', 'super-admin')
  const { id } = await employees.executeTakeFirstOrThrow()
  const text = rows
    .map((row) => JSON.stringify({ ...row, k: String(row.key_hash), b: String(row.body_hash) }))
    .join()
  for (const secret of ['a-known-key', 'Known words', id]) expect(text).not.toContain(secret)
})
