import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { cursorAt } from '#server/http/page-cursor.ts'
import { notesOfClient } from '#server/notes/store.ts'
import { readPages } from '#test/support/pages.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let token: string
let clientId: string

beforeAll(async () => {
  app = await createTestApp()
  token = await app.tokenOf('super-admin')
})
afterAll(() => app.close())
beforeEach(async () => {
  clientId = await newClient()
})

const newClient = async () => (await app.send(clientEndpoints.add, { body: hodan, token })).body.id as string

async function write(text: string, id = clientId): Promise<string> {
  return (await app.send(noteEndpoints.add, { params: { id }, body: { text }, token })).body.id
}

const ask = (query: object, id = clientId) => app.send(noteEndpoints.list, { params: { id }, query, token })
const page = async (query: object) => (await ask(query)).body
const texts = (notes: { text: string }[]) => notes.map(({ text }) => text)

test('pages follow one another without a gap or a repetition, notes of the same moment too', async () => {
  for (let n = 0; n < 7; n += 1) await write(`note ${n}`)
  const { items, totals } = await readPages((cursor) => page({ limit: '3', ...cursor }))
  expect(items).toHaveLength(7)
  expect(items).toEqual(await page({}))
  expect(totals).toEqual([7])
})

test('however many notes a page shows, the notes are looked through once to count them and once to read them', async () => {
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
    expect(await notesOfClient(trx, clientId, { limit: 5 })).toMatchObject({ total: 7, items: { length: 5 } })
    return (await seen()) - before
  })
  expect(looks).toBe(2)
})

test('notes that are added or deleted meanwhile move nothing on the older pages', async () => {
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

test('a page of a client without notes is empty', async () => {
  expect(await page({ limit: '50' })).toEqual({ items: [], total: 0, nextCursor: null })
})

test('a cursor without a limit, that is none, or of another client’s note is refused', async () => {
  const other = await newClient()
  const ofOther = cursorAt({ id: await write('elsewhere', other) })
  const own = cursorAt({ id: await write('here') })
  for (const query of [
    { cursor: own },
    { limit: '5', cursor: 'x' },
    { limit: '5', cursor: ofOther },
    { limit: '5', cursor: cursorAt({ id: '00000000-0000-4000-8000-000000000000' }) },
  ]) {
    const { status, body } = await ask(query)
    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 400, fields: ['cursor'] })
  }
  for (const limit of ['0', '201', '1.5', '']) expect((await ask({ limit })).status, limit).toBe(400)
})

test('the audit row of a page says of whom and how many', async () => {
  for (let n = 0; n < 3; n += 1) await write(`note ${n}`)
  await page({ limit: '2' })
  const rows = await app.audited({ action: 'listed', record_kind: 'note' }, 'details')
  expect(rows.at(-1)).toEqual({ details: { client: clientId, count: 2 } })
})
