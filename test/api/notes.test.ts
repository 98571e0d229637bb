import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { formatCursor } from '#server/http/page-cursor.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

let clientId: string

const app = await createTestApp()
const token = await app.tokenOf('manager')
beforeEach(async () => {
  clientId = await newClient()
})

const newClient = async () => (await app.send(clientEndpoints.add, { body: hodan, token })).body.id as string
const add = (id: string, body: object) =>
  app.send(noteEndpoints.add, { params: { id }, body: body as never, token })

test('takes author and date from session and server, whatever was sent [T70]', async () => {
  const id = clientId
  const sent = {
    text: 'Visited the unit.',
    author: 'another@example.org',
    date: '1999-01-01',
    clientId: 'other',
  }
  const added = await add(id, sent)
  expect(added.status).toBe(201)
  expect(added.body).toMatchObject({
    _id: added.body.id,
    id: added.body.id,
    clientId: id,
    version: 1,
    text: 'Visited the unit.',
    author: 'manager@example.org',
    authorName: 'Super Admin',
    date: '2026-06-15T15:00:00.000Z',
    createdAt: '2026-06-15T15:00:00.000Z',
    editedAt: null,
    editedBy: null,
    editedByName: '',
  })
})

test('keeps line breaks, tabs and 10,000 characters; rejects more, blank text and control characters [T212]', async () => {
  const id = clientId
  const long = `Line one\n\tindented\r\n${'é'.repeat(9_979)}`
  expect((await add(id, { text: long })).body.text).toBe(long)
  for (const text of ['x'.repeat(10_001), ' \n\t ', '', 'a\u0007b', undefined, 7]) {
    expect(await add(id, { text })).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  }
})

test('notes that are read at the same moment reach the right caller, newest first', async () => {
  const [second, empty] = [await newClient(), await newClient()]
  await add(clientId, { text: 'one' })
  app.context.now = new Date(app.context.now.getTime() + 1000)
  await add(clientId, { text: 'two' })
  await add(second, { text: 'other' })
  const read = (id: string) => app.send(noteEndpoints.list, { params: { id }, token })
  const answers = await Promise.all([clientId, second.toUpperCase(), empty, 'not-an-id', clientId].map(read))
  const texts = answers.map(({ body }) => Array.isArray(body) && body.map(({ text }) => text))
  expect(texts).toEqual([['two', 'one'], ['other'], [], false, ['two', 'one']])
})

const write = async (text: string, id = clientId) => (await add(id, { text })).body.id as string
const ask = (query: object, id = clientId) => app.send(noteEndpoints.list, { params: { id }, query, token })
const page = async (query: object) => (await ask(query)).body
const texts = (notes: { text: string }[]) => notes.map(({ text }) => text)

test('pages follow one another, newest first, and notes that are added or deleted meanwhile do not shift them [T153]', async () => {
  const start = app.context.now
  for (let n = 1; n <= 6; n += 1) {
    // Two notes of each instant.
    app.context.now = new Date(start.getTime() + Math.ceil(n / 2) * 1000)
    await write(`note ${n}`)
  }
  const whole = texts(await page({}))
  const first = await page({ limit: '3' })
  expect(texts(first.items)).toEqual(whole.slice(0, 3))
  app.context.now = new Date(start.getTime() + 7000)
  await write('note 7')
  const params = { id: clientId, noteId: first.items[2].id }
  await app.send(noteEndpoints.remove, { params, token })
  const second = await page({ limit: '2', cursor: first.nextCursor })
  expect([texts(second.items), second.total]).toEqual([whole.slice(3, 5), 6])
  const third = await page({ limit: '2', cursor: second.nextCursor })
  expect([texts(third.items), third.nextCursor]).toEqual([whole.slice(5), null])
})

test('rejects a cursor without a limit, an invalid one, and one of another client', async () => {
  const other = await newClient()
  const ofOther = formatCursor({ id: await write('elsewhere', other) })
  const cursor = formatCursor({ id: await write('here') })
  for (const query of [{ cursor: cursor }, { limit: '5', cursor: 'x' }, { limit: '5', cursor: ofOther }]) {
    const { status, body } = await ask(query)
    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 400, fields: ['cursor'] })
  }
  for (const limit of ['0', '201', '1.5', '']) expect((await ask({ limit })).status, limit).toBe(400)
})

test('the audit row of a page names client and notes, that of all notes client and count [T450]', async () => {
  for (let n = 0; n < 3; n += 1) await write(`note ${n}`)
  const ids = (await page({ limit: '2' })).items.map(({ id }: { id: string }) => id)
  await page({})
  const rows = await app.audited({ action: 'listed', record_kind: 'note' }, 'details')
  expect(rows.slice(-2).map(({ details }) => details)).toEqual([
    { client: clientId, count: 2, records: ids },
    { client: clientId, count: 3 },
  ])
})

test('a list of very many notes is sent while it is read, after its audit row [T505]', async () => {
  await sql`
    INSERT INTO notes (client_id, text, author_email, created_at)
    SELECT ${clientId}, 'Week ' || week, 'e@example.org', timestamptz '2020-01-01' + week * interval '7 days'
    FROM generate_series(1, 450) AS week`.execute(app.db)
  const list = (query = {}) => app.send(noteEndpoints.list, { params: { id: clientId }, query, token })
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body.map(({ text }: { text: string }) => text)).toEqual(
    Array.from({ length: 450 }, (_, index) => `Week ${450 - index}`),
  )
  const rows = await app.audited({ action: 'listed', record_kind: 'note' }, 'details')
  expect(rows.at(-1)?.details).toEqual({ client: clientId, count: 450 })
  expect((await list({ limit: '3' })).body.items).toEqual(body.slice(0, 3))
  expect(await app.withoutAudit(() => list()), 'without its audit row').toMatchObject({ status: 500 })
})

test('an account adds and edits as many notes in 24 hours as it may, and then gets 429 [T595]', async () => {
  const limited = await createTestApp({ db: app.db, notesPerDay: 2 })
  const author = await limited.tokenOf('admin')
  const params = { id: clientId }
  const write = (text: string, token = author) =>
    limited.send(noteEndpoints.add, { params, body: { text }, token })
  const { body: note } = await write('Called the landlord.')
  const edit = (text: string) =>
    limited.send(noteEndpoints.edit, {
      params: { ...params, noteId: note.id },
      body: { text },
      token: author,
    })
  expect((await edit(note.text)).status, 'an edit that changes nothing').toBe(200)
  expect((await edit('Called the landlord twice.')).status).toBe(200)
  for (const refused of [await write('One too many.'), await edit('Once too often.')]) {
    expect(refused.status).toBe(429)
    expect(refused.body.message).toContain('2 notes in 24 hours')
    expect(refused.headers['retry-after']).toBe('900')
  }
  expect((await write('By another account.', token)).status).toBe(201)
  const { body: notes } = await limited.send(noteEndpoints.list, { params, token })
  const texts = notes.map(({ text }: { text: string }) => text)
  expect(texts.toSorted()).toEqual(['By another account.', 'Called the landlord twice.'])
})
