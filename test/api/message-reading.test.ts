import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { addContactMessage } from '#server/contact-messages/store.ts'
import { createTestApp } from '#test/support/test-app.ts'

const ids: string[] = []

const app = await createTestApp()
const token = await app.tokenOf('super-admin')
for (const [name, at] of [
  ['José García', '2026-03-01T05:59:59.999Z'],
  ['Amina Yusuf', '2026-03-01T06:00:00.000Z'],
  ['jose garcia-lund', '2026-03-02T05:59:59.999Z'],
  ['100% Sure', '2026-03-02T06:00:00.000Z'],
] as const) {
  const email = `${name.toLowerCase().replace(/[^a-z]/g, '')}@example.org`
  ids.push(await addContactMessage(app.db, { name, email, message: 'Help\n🙂' }, new Date(at)))
}

const list = async (query: object = {}) => await app.send(contactEndpoints.list, { query, token })
const search = async (body: object) => await app.send(contactEndpoints.search, { body, token })
const found = async (body: object) => namesIn((await search(body)).body)
const namesIn = (messages: { name: string }[]) => messages.map(({ name }) => name)

test('lists all messages newest first, as they were written [T72]', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(namesIn(body)).toEqual(['100% Sure', 'jose garcia-lund', 'Amina Yusuf', 'José García'])
  expect(body[3]).toEqual({
    _id: ids[0],
    id: ids[0],
    name: 'José García',
    email: 'josgarca@example.org',
    message: 'Help\n🙂',
    receivedAt: '2026-03-01T05:59:59.999Z',
    readAt: null,
  })
})

test.each([
  ['jose garcia', ['jose garcia-lund', 'José García']],
  ['GARC  jos', ['jose garcia-lund', 'José García']],
  ['AMINAYUSUF@', ['Amina Yusuf']],
  ['example.org yus', ['Amina Yusuf']],
  ['amina garcia', []],
  ['0%', ['100% Sure']],
  ['_', []],
])('a search for %s matches names and emails, ignoring case and accents [T131]', async (text, names) => {
  expect(await found({ search: text })).toEqual(names)
})

test('a search combines with a time range, which excludes its end, and without filters returns all messages', async () => {
  const range = { from: '2026-03-01T06:00:00Z', before: '2026-03-02T06:00:00Z' }
  expect(namesIn((await list(range)).body)).toEqual(['jose garcia-lund', 'Amina Yusuf'])
  expect(await found({ search: 'jose', ...range })).toEqual(['jose garcia-lund'])
  expect((await search({})).body).toEqual((await list()).body)
})

test('a search rejects unknown filters, wrong limits and foreign cursors', async () => {
  const first = (await search({ limit: 1 })).body
  for (const [field, body] of [
    ['limit', { limit: 201 }],
    ['from', { from: 'yesterday' }],
    ['cursor', { cursor: first.nextCursor }],
    ['cursor', { limit: 1, cursor: 'AAAA' }],
    ['body', { name: 'jose' }],
  ] as const) {
    const { status, body: failure } = await search(body)
    expect([status, Object.keys(failure.fields)]).toEqual([400, [field]])
  }
})

test('reading messages leaves audit rows: ids for a page or a search, the count for all [T449]', async () => {
  await list({ limit: '1' })
  await search({ search: 'amina' })
  await search({})
  const rows = await app.audited({ action: 'listed' }, 'details')
  expect(rows.slice(-3).map(({ details }) => details)).toEqual([
    { count: 1, records: [ids[3]], filter: [] },
    { count: 1, records: [ids[1]], filter: ['search'] },
    { count: 4, filter: [] },
  ])
})

test('more than 200 messages are sent while they are read, after an audit row with their number', async () => {
  await sql`
    INSERT INTO contact_messages (name, email, message, received_at)
    SELECT 'Many ' || n, 'many@example.org', 'Help', timestamptz '2020-01-01' + n * interval '1 day'
    FROM generate_series(1, 450) AS n`.execute(app.db)
  const { status, body } = await search({ search: 'many' })
  expect(status).toBe(200)
  expect(namesIn(body)).toEqual(Array.from({ length: 450 }, (_, index) => `Many ${450 - index}`))
  expect(body[0]).toMatchObject({ receivedAt: '2021-03-26T00:00:00.000Z', readAt: null })
  expect((await list()).body).toHaveLength(454)
  const rows = await app.audited({ action: 'listed' }, 'details')
  expect(rows.slice(-2).map(({ details }) => details)).toEqual([
    { count: 450, filter: ['search'] },
    { count: 454, filter: [] },
  ])
  expect(await app.withoutAudit(() => list())).toMatchObject({ status: 500 })
  await app.db.deleteFrom('contact_messages').where('email', '=', 'many@example.org').execute()
})

test('pages follow one another without gaps, even when a message arrives meanwhile', async () => {
  const first = (await list({ limit: '3' })).body
  expect({ names: namesIn(first.items), total: first.total }).toEqual({
    names: ['100% Sure', 'jose garcia-lund', 'Amina Yusuf'],
    total: 4,
  })
  await addContactMessage(app.db, { name: 'New', email: 'n@example.org', message: 'x' }, app.context.now)
  const second = (await list({ limit: '3', cursor: first.nextCursor })).body
  expect({ names: namesIn(second.items), next: second.nextCursor }).toEqual({
    names: ['José García'],
    next: null,
  })
  const { nextCursor } = (await search({ search: 'jose', limit: 1 })).body
  const last = (await search({ search: 'jose', limit: 1, cursor: nextCursor })).body
  expect({ names: namesIn(last.items), next: last.nextCursor }).toEqual({
    names: ['José García'],
    next: null,
  })
})

test('a message is marked as read for everyone, once, and can be marked unread again', async () => {
  const params = { id: ids[1] ?? '' }
  const mark = (read: boolean) => app.send(contactEndpoints.markRead, { params, body: { read }, token })
  const unread = async () => (await app.send(contactEndpoints.unread, { token })).body.count
  const before = await unread()
  const at = app.context.now.toISOString()
  expect((await mark(true)).body.readAt).toBe(at)
  app.context.now = new Date(app.context.now.getTime() + 1000)
  expect((await mark(true)).body.readAt).toBe(at)
  const rows = await app.audited({ record_id: params.id }, 'action')
  expect(rows.slice(-2), 'the reply shows the message again').toEqual([
    { action: 'marked as read' },
    { action: 'viewed' },
  ])
  expect(await unread()).toBe(before - 1)
  expect((await mark(false)).body.readAt).toBeNull()
  expect(await unread()).toBe(before)
})

test('a deleted message is gone from every call, and its row stays [T149]', async () => {
  const params = { id: ids[0] ?? '' }
  expect((await app.send(contactEndpoints.remove, { params, token })).status).toBe(204)
  expect((await app.send(contactEndpoints.remove, { params, token })).status).toBe(404)
  expect(namesIn((await list()).body)).not.toContain('José García')
  const marking = await app.send(contactEndpoints.markRead, { params, body: { read: true }, token })
  expect(marking.status).toBe(404)
  const rows = await app.db.selectFrom('contact_messages').select(['id', 'deleted_at']).execute()
  expect(rows).toContainEqual({ id: params.id, deleted_at: app.context.now })
})

test('every change and export leaves an audit row without a name or a text [T316]', async () => {
  await app.send(contactEndpoints.recordExport, { body: { kind: 'csv', count: 3 }, token })
  const rows = await app.audited({ record_kind: 'contact message' }, 'action', 'details')
  const actions = rows.map(({ action }) => action)
  expect(actions.filter((action) => action !== 'listed')).toEqual([
    'marked as read',
    'viewed',
    'marked as unread',
    'deleted',
    'exported',
  ])
  const exported = rows.find(({ action }) => action === 'exported')
  expect(exported?.details).toEqual({ count: 3, fields: ['csv'] })
  expect(JSON.stringify(rows)).not.toMatch(/garcia|amina|help/i)
})
