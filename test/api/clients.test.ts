import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const token = await app.tokenOf('employee')
const superAdmin = await app.member('super-admin')
beforeEach(async () => {
  await app.db.deleteFrom('notes').execute()
  await app.db.deleteFrom('last_notes').execute()
  await app.ownerDb.deleteFrom('client_status_changes').execute()
  await app.db.deleteFrom('clients').execute()
})

const add = async (change: object = {}) => {
  const { body } = await app.send(clientEndpoints.add, { body: { ...hodan, ...change }, token })
  return body
}
const list = async (query: object = {}) => (await app.send(clientEndpoints.list, { query, token })).body
const search = (body: { search: string; limit: number }) => app.send(clientEndpoints.search, { body, token })
const names = (clients: { firstName: string; lastName: string }[]) =>
  clients.map(({ firstName, lastName }) => `${firstName} ${lastName}`)

test('a new client can be read, with both ids, version and creation time [T67]', async () => {
  const added = await add()
  expect(added).toMatchObject({ ...hodan, version: 1, createdAt: '2026-06-15T15:00:00.000Z' })
  expect(added._id).toBe(added.id)
  const read = await app.send(clientEndpoints.get, { params: { id: added.id }, token })
  expect(read).toMatchObject({ status: 200, body: added })
})

test('clients that are read at the same moment reach the right caller, whatever else is asked for', async () => {
  const [first, second] = [await add({ firstName: 'Ana' }), await add({ firstName: 'Bao' })]
  const read = (id: string) => app.send(clientEndpoints.get, { params: { id }, token })
  const answers = await Promise.all([first.id, second.id.toUpperCase(), 'not-an-id', first.id].map(read))
  expect(answers.map(({ body }) => body.firstName)).toEqual(['Ana', 'Bao', undefined, 'Ana'])
})

test('adding a client starts its status history and leaves an audit row without its data', async () => {
  const added = await add()
  const history = await app.db.selectFrom('client_status_changes').selectAll().execute()
  expect(history).toMatchObject([{ client_id: added.id, from_status: null, to_status: 'active' }])
  const rows = await app.audited({ record_id: added.id }, 'action', 'record_kind', 'actor_role', 'details')
  const row = { action: 'added', record_kind: 'client', actor_role: 'employee' }
  const proof = { version: 1, stored: expect.any(String) }
  expect(rows).toEqual([{ ...row, details: { fields: Object.keys(hodan), ...proof } }])
})

test('the list is ordered by last and first name, ignoring case and accents [T150]', async () => {
  await add({ firstName: 'Zoë', lastName: 'álvarez' })
  await add({ firstName: 'ana', lastName: 'Alvarez' })
  await add({ firstName: 'Bao', lastName: 'Yang' })
  await add({ firstName: 'Åsa', lastName: 'Lindström' })
  expect(names(await list())).toEqual(['ana Alvarez', 'Zoë álvarez', 'Åsa Lindström', 'Bao Yang'])
})

test('a client without a status counts as Unknown in filter and summary [T69]', async () => {
  const { status: _, ...imported } = hodan
  await app.send(clientEndpoints.add, { body: { ...imported, lastName: 'Imported' }, token })
  await add({ status: 'pending' })
  expect(names(await list({ status: 'Unknown' }))).toEqual(['Hodan Imported'])
  expect((await list({ status: 'Unknown' }))[0].status).toBeNull()
  expect(names(await list({ status: 'pending' }))).toEqual(['Hodan Warsame'])
  const { body } = await app.send(clientEndpoints.summary, { query: {}, token })
  expect(body).toEqual({
    range: 'all',
    total: 2,
    counts: { active: 0, inactive: 0, pending: 1, discharged: 0, Unknown: 1 },
  })
})

test('a range counts clients added in exactly the last 7 or 30 times 24 hours [T170]', async () => {
  const now = app.context.now
  const daysAgo = (days: number, milliseconds = 0) =>
    new Date(now.getTime() - days * 86_400_000 + milliseconds)
  for (const created of [daysAgo(0), daysAgo(7), daysAgo(7, -1), daysAgo(30), daysAgo(30, -1)]) {
    const { id } = await add()
    await app.db.updateTable('clients').set({ created_at: created }).where('id', '=', id).execute()
  }
  const totals = await Promise.all(
    (['last7', 'last30', 'all'] as const).map(
      async (range) => (await app.send(clientEndpoints.summary, { query: { range }, token })).body.total,
    ),
  )
  expect(totals).toEqual([2, 4, 5])
})

const remove = (id: string) => app.send(clientEndpoints.remove, { params: { id }, token: superAdmin.token })

test('DELETE removes a client and its notes from every list, count and call [T152]', async () => {
  const { id } = await add()
  const note = { params: { id }, body: { text: 'Called the landlord.' }, token }
  await app.send(noteEndpoints.add, note)
  expect(await remove(id)).toMatchObject({ status: 204, body: '' })
  expect(await list()).toEqual([])
  expect((await search({ search: 'warsame', limit: 10 })).body).toMatchObject({ items: [], total: 0 })
  expect((await app.send(clientEndpoints.summary, { token })).body.total).toBe(0)
  expect((await app.send(noteEndpoints.list, { params: { id }, token })).status).toBe(404)
  expect((await app.send(noteEndpoints.add, note)).status).toBe(404)
})

test('DELETE keeps the rows of client and notes, and records who deleted it and when', async () => {
  const { id } = await add()
  await app.send(noteEndpoints.add, { params: { id }, body: { text: 'Called the landlord.' }, token })
  await remove(id.toUpperCase())
  const row = await app.db.selectFrom('clients').selectAll().executeTakeFirstOrThrow()
  const { now } = app.context
  expect(row).toMatchObject({ id, version: 2, deleted_at: now, deleted_by: superAdmin.id })
  expect(await app.db.selectFrom('notes').select('deleted_at').execute()).toEqual([{ deleted_at: null }])
  expect(
    await app.audited({ record_id: id, action: 'deleted' }, 'record_kind', 'actor_id', 'details'),
  ).toEqual([
    { record_kind: 'client', actor_id: superAdmin.id, details: { version: 2, stored: expect.any(String) } },
  ])
})

test('accepts one of several simultaneous deletions, with one audit row', async () => {
  const { id } = await add()
  const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
  expect((await remove(id)).status).toBe(404)
  expect(await app.audited({ record_id: id, action: 'deleted' }, 'action')).toHaveLength(1)
})

test('answers 404 for an unknown, malformed or deleted id [T178]', async () => {
  const { id: gone } = await add()
  await remove(gone)
  for (const id of [gone, '1', 'x'.repeat(90), "' OR ''='", '00000000-0000-4000-8000-000000000000']) {
    const params = { id }
    const answers = await Promise.all([
      app.send(clientEndpoints.get, { params, token }),
      app.send(clientEndpoints.statusHistory, { params, token }),
      app.send(clientEndpoints.edit, { params, body: hodan, token }),
      remove(id),
    ])
    expect(new Set(answers.map(({ status }) => status)), id).toEqual(new Set([404]))
  }
})

test('viewing a record and listing clients leave audit rows with the ids shown, without the search text [T446]', async () => {
  const { id } = await add()
  await app.send(clientEndpoints.get, { params: { id }, token })
  await search({ search: 'warsame', limit: 10 })
  const rows = await app.audited({}, 'action', 'record_kind', 'record_id', 'details')
  expect(rows.slice(-2)).toEqual([
    { action: 'viewed', record_kind: 'client', record_id: id, details: {} },
    {
      action: 'listed',
      record_kind: 'client list',
      record_id: null,
      details: { count: 1, records: [id], filter: ['search'] },
    },
  ])
})

test('printing client details or the notes panel leaves an audit row [T317]', async () => {
  const { id } = await add()
  const print = (screen: string, client = id) =>
    app.send(clientEndpoints.recordPrint, {
      params: { id: client },
      body: { screen: screen as 'notes' },
      token,
    })
  expect(await print('details')).toMatchObject({ status: 204, body: '' })
  expect((await print('notes', id.toUpperCase())).status).toBe(204)
  expect((await print('everything')).status).toBe(400)
  expect((await print('notes', '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect(await app.audited({ action: 'printed' }, 'record_kind', 'record_id', 'details')).toEqual([
    { record_kind: 'client', record_id: id, details: { fields: ['details'] } },
    { record_kind: 'client', record_id: id, details: { fields: ['notes'] } },
  ])
})

test('rejects a birth date after today in the organization’s time zone [T187]', async () => {
  const { now } = app.context
  app.context.now = new Date('2026-06-16T03:00:00Z')
  const ownToken = await app.signIn('employee@example.org')
  const bornOn = (dateOfBirth: string) =>
    app.send(clientEndpoints.add, { body: { ...hodan, dateOfBirth }, token: ownToken })
  const { status, body } = await bornOn('2026-06-15')
  expect(status).toBe(201)
  const fields = { dateOfBirth: "Date of birth can't be in the future" }
  expect((await bornOn('2026-06-16')).body.fields).toEqual(fields)
  const edit = { params: { id: body.id }, body: { ...hodan, dateOfBirth: '2026-06-16' }, token: ownToken }
  expect((await app.send(clientEndpoints.edit, edit)).body.fields).toEqual(fields)
  app.context.now = now
})

describe('the whole list', () => {
  const addMany = (count: number) =>
    sql`
      INSERT INTO clients (first_name, last_name, status, service, email, phone, address, date_of_birth, created_at, updated_at)
      SELECT 'Ana', 'Alvarez ' || n % 7, 'active', 'Housing Transition', 'a@example.org', '6125550123', 'here', '1990-01-01', now(), now()
      FROM generate_series(1, ${sql.lit(count)}) AS n`.execute(app.db)
  const whole = (caller: string) => app.send(clientEndpoints.list, { query: {}, token: caller })
  const exported = () => app.audited({ action: 'exported' }, 'record_kind', 'actor_id', 'details')

  test('holds each client as the call for one client returns it', async () => {
    const { body: added } = await app.send(clientEndpoints.add, {
      body: { ...hodan, firstName: 'Zoë "Z" O’Hara\\', address: '1 Main St 日本' },
      token,
    })
    await sql`UPDATE clients SET status = NULL, created_at = '2026-03-08 08:30:00.987654Z' WHERE id = ${added.id}`.execute(
      app.db,
    )
    await app.send(noteEndpoints.add, { params: { id: added.id }, body: { text: 'Called.' }, token })
    const row = await app.send(clientEndpoints.get, { params: { id: added.id }, token })
    const { body } = await whole(token)
    expect(body.find(({ id }: { id: string }) => id === added.id)).toEqual(row.body)
    expect(row.body).toMatchObject({ createdAt: '2026-03-08T08:30:00.987Z', lastNoteAt: expect.any(String) })
  })

  test('of more than 2,000 clients is sent in order, and leaves an audit row', async () => {
    await addMany(4100)
    const { id, token: caller } = await app.member('manager', 'lists@example.org')
    const { rows } = await sql<{
      id: string
    }>`SELECT id FROM clients ORDER BY sort_last, sort_first, id`.execute(app.db)
    const { body, headers } = await whole(caller)
    expect(body.map((client: { id: string }) => client.id)).toEqual(rows.map((row) => row.id))
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(await exported()).toEqual([{ record_kind: 'client list', actor_id: id, details: { filter: [] } }])
  })

  test('of 2,001 clients is sent one at a time and ten times an hour, across instances; of 2,000 always', async () => {
    await addMany(2000)
    const { id, token: caller } = await app.member('manager', 'many@example.org')
    for (let count = 0; count < 11; count += 1) expect((await whole(caller)).status).toBe(200)
    await addMany(1)
    const other = await createTestApp({ db: app.db })
    const answers = []
    for (let wave = 0; wave < 12; wave += 1) {
      const calls = [app, other, app, other].map((instance) =>
        instance.send(clientEndpoints.list, { query: {}, token: caller }),
      )
      answers.push(...(await Promise.all(calls)))
    }
    const passed = answers.filter(({ status }) => status === 200)
    expect(passed.map(({ body }) => body.length)).toEqual(Array(10).fill(2001))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(answers.length - 10)
    const longest = {
      'You are already downloading a large list.': 5,
      'You can download large lists only 10 times an hour.': 900,
    }
    for (const { body, headers } of refused) {
      const [, seconds] = Object.entries(longest).find(([words]) => body.message.startsWith(words)) ?? []
      expect(Number(headers['retry-after']), body.message).toBeGreaterThan(0)
      expect(Number(headers['retry-after']), body.message).toBeLessThanOrEqual(seconds ?? 0)
    }
    expect((await exported()).filter(({ actor_id }) => actor_id === id)).toHaveLength(10)
    expect((await whole(superAdmin.token)).status, 'another employee').toBe(200)
  })

  test('closes the connection when the database fails, and still leaves its audit row', async () => {
    await addMany(3100)
    const { token: caller } = await app.member('manager', 'torn@example.org')
    const before = (await exported()).length
    const pool = {
      async connect() {
        const client = await app.pool.connect()
        const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
        const read = stream.read.bind(stream)
        const end = stream.bytesRead + 500_000
        stream.read = (size) => {
          if (stream.bytesRead > end) stream.destroy()
          return read(size)
        }
        return client
      },
    } as pg.Pool
    const torn = await createTestApp({ db: new Kysely({ dialect: new PostgresDialect({ pool }) }) })
    const answer = await torn
      .sendRaw({ url: '/api/clients', headers: { authorization: `Bearer ${caller}` } })
      .catch(() => 'cut off')
    expect(answer).toBe('cut off')
    expect(await exported()).toHaveLength(before + 1)
  })
})
