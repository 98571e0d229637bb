import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await createTestApp()
  token = await app.tokenOf('manager')
})
afterAll(() => app.close())

const newClient = async () => (await app.send(clientEndpoints.add, { body: hodan, token })).body.id as string
const add = (id: string, body: object) =>
  app.send(noteEndpoints.add, { params: { id }, body: body as never, token })

test('author and date are the session’s and the server’s, whatever was sent', async () => {
  const id = await newClient()
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
      clientId: id,
      date: '2026-06-15T15:00:00.000Z',
      createdAt: '2026-06-15T15:00:00.000Z',
      editedAt: null,
      editedBy: null,
      version: 1,
    },
  })
})

test('notes come newest first', async () => {
  const id = await newClient()
  for (const text of ['first', 'second', 'third']) {
    await add(id, { text })
    app.context.now = new Date(app.context.now.getTime() + 1000)
  }
  const { body } = await app.send(noteEndpoints.list, { params: { id }, token })
  expect(body.map((note: { text: string }) => note.text)).toEqual(['third', 'second', 'first'])
})

test('line breaks, tabs and 10,000 characters are kept; one more, blank text and control characters are refused', async () => {
  const id = await newClient()
  const long = `Line one\n\tindented\r\n${'é'.repeat(9_979)}`
  expect((await add(id, { text: long })).body.text).toBe(long)
  for (const text of ['x'.repeat(10_001), ' \n\t ', '', 'a\u0007b', undefined, 7]) {
    expect(await add(id, { text })).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  }
})

test('an unknown client has no notes and takes none', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  expect((await add(id, { text: 'x' })).status).toBe(404)
  expect((await app.send(noteEndpoints.list, { params: { id }, token })).status).toBe(404)
})

test('a note whose audit row can’t be written is not written either', async () => {
  const id = await newClient()
  expect((await app.withoutAudit(() => add(id, { text: 'unseen' }))).status).toBe(500)
  expect((await app.send(noteEndpoints.list, { params: { id }, token })).body).toEqual([])
})

test('a note that is rolled back at the last moment leaves no audit row', async () => {
  const id = await newClient()
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

test('reading the notes of a client is a row of the audit trail', async () => {
  const id = await newClient()
  await app.send(noteEndpoints.list, { params: { id }, token })
  const rows = await app.audited({ action: 'listed' }, 'record_kind', 'details')
  expect(rows).toContainEqual({ record_kind: 'note', details: { client: id, count: 0 } })
})
