import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { formatCursor } from '#server/http/page-cursor.ts'
import { listNotes } from '#server/notes/store.ts'
import { readPages } from '#test/support/pages.ts'
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
    author: 'somebody@else.org',
    date: '1999-01-01',
    clientId: 'other',
  }
  const added = await add(id, sent)
  expect(added.body._id).toBe(added.body.id)
  expect(added).toMatchObject({
    status: 201,
    body: {
      text: 'Visited the unit.',
      author: 'manager@example.org',
      authorName: expect.any(String),
      clientId: id,
      date: '2026-06-15T15:00:00.000Z',
      createdAt: '2026-06-15T15:00:00.000Z',
      editedAt: null,
      editedBy: null,
      editedByName: '',
      version: 1,
    },
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

test('an unknown client has no notes, and none can be added', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  expect((await add(id, { text: 'x' })).status).toBe(404)
  expect((await app.send(noteEndpoints.list, { params: { id }, token })).status).toBe(404)
})

test('writes no note whose audit row cannot be written', async () => {
  const id = clientId
  expect((await app.withoutAudit(() => add(id, { text: 'unseen' }))).status).toBe(500)
  expect((await app.send(noteEndpoints.list, { params: { id }, token })).body).toEqual([])
})

test('a note that is rolled back at commit leaves no audit row', async () => {
  const id = clientId
  await sql`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
    CREATE CONSTRAINT TRIGGER refuse_at_commit AFTER INSERT ON notes
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(app.ownerDb)
  try {
    expect((await add(id, { text: 'never was' })).status).toBe(500)
  } finally {
    await sql`DROP TRIGGER refuse_at_commit ON notes`.execute(app.ownerDb)
  }
  const rows = await app.audited({ record_kind: 'note' }, 'details')
  expect(rows.filter(({ details }) => details.client === id)).toEqual([])
})

async function write(text: string, id = clientId): Promise<string> {
  return (await add(id, { text })).body.id
}

const ask = (query: object, id = clientId) => app.send(noteEndpoints.list, { params: { id }, query, token })
const page = async (query: object) => (await ask(query)).body
const texts = (notes: { text: string }[]) => notes.map(({ text }) => text)

test('pages follow one another without gap or repetition, even among notes of the same instant', async () => {
  for (let n = 0; n < 7; n += 1) await write(`note ${n}`)
  const { items, totals } = await readPages((cursor) => page({ limit: '3', ...cursor }))
  expect(items).toHaveLength(7)
  expect(items).toEqual(await page({}))
  expect(totals).toEqual([7])
})

test('reads the notes of a client once to count them and once for the page', async () => {
  for (let n = 0; n < 7; n += 1) await write(`note ${n}`)
  const looks = await app.db.transaction().execute(async (trx) => {
    const seen = async () => {
      const { rows } = await sql<{ looks: number }>`
        SELECT seq_scan + idx_scan AS looks FROM pg_stat_xact_user_tables WHERE relname = 'notes'`.execute(
        trx,
      )
      return rows[0]?.looks ?? 0
    }
    const before = await seen()
    expect(await listNotes(trx, clientId, { limit: 5 })).toMatchObject({ total: 7, items: { length: 5 } })
    return (await seen()) - before
  })
  expect(looks).toBe(2)
})

test('notes that are added or deleted meanwhile do not shift older pages [T153]', async () => {
  const start = app.context.now
  for (let n = 1; n <= 6; n += 1) {
    app.context.now = new Date(start.getTime() + n * 1000)
    await write(`note ${n}`)
  }
  const first = await page({ limit: '2' })
  expect(texts(first.items)).toEqual(['note 6', 'note 5'])
  app.context.now = new Date(start.getTime() + 7000)
  await write('note 7')
  const params = { id: clientId, noteId: first.items[1].id }
  await app.send(noteEndpoints.remove, { params, token })
  const second = await page({ limit: '2', cursor: first.nextCursor })
  expect(texts(second.items)).toEqual(['note 4', 'note 3'])
  expect(second.total).toBe(6)
  const third = await page({ limit: '2', cursor: second.nextCursor })
  expect(third).toMatchObject({ items: [{ text: 'note 2' }, { text: 'note 1' }], nextCursor: null })
})

test('rejects a cursor without a limit, an invalid one, and one of another client', async () => {
  const other = await newClient()
  const ofOther = formatCursor({ id: await write('elsewhere', other) })
  const own = formatCursor({ id: await write('here') })
  for (const query of [
    { cursor: own },
    { limit: '5', cursor: 'x' },
    { limit: '5', cursor: ofOther },
    { limit: '5', cursor: formatCursor({ id: '00000000-0000-4000-8000-000000000000' }) },
  ]) {
    const { status, body } = await ask(query)
    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 400, fields: ['cursor'] })
  }
  for (const limit of ['0', '201', '1.5', '']) expect((await ask({ limit })).status, limit).toBe(400)
})

test('the audit row of a page names client and notes, that of all notes client and count [T450]', async () => {
  for (let n = 0; n < 3; n += 1) await write(`note ${n}`)
  const shown = (await page({ limit: '2' })).items.map(({ id }: { id: string }) => id)
  await page({})
  const rows = await app.audited({ action: 'listed', record_kind: 'note' }, 'details')
  expect(rows.slice(-2).map(({ details }) => details)).toEqual([
    { client: clientId, count: 2, records: shown },
    { client: clientId, count: 3 },
  ])
})
