import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { clientFields } from '#contract/clients/fields.ts'
import { clientSorts } from '#contract/clients/schema.ts'
import { clientsWithWorkers } from '#server/clients/search-store.ts'
import { addClient } from '#server/clients/store.ts'
import { readList } from '#server/database/list-cursor.ts'
import { countAttempt, forgetAttempts, limitPerCaller } from '#server/throttling/store.ts'
import { readCsv } from '#test/support/csv-reader.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const { id: chiefId, token } = await app.member('super-admin', 'chief@example.org')
beforeEach(async () => {
  for (const table of ['last_notes', 'client_status_changes', 'clients'] as const)
    await app.ownerDb.deleteFrom(table).execute()
})

const add = (change: object = {}) => addClient(app.db, { ...hodan, ...change }, chiefId, app.context.now)
const download = (body: object = {}, caller = token) =>
  app.send(clientEndpoints.exportCsv, { body: body as never, token: caller })
const rowsOf = async (body?: object) => readCsv((await download(body)).body)
const exported = () => app.audited({ action: 'exported' }, 'record_kind', 'actor_id', 'details')

const header = Object.values(clientFields).map(({ label }) => label)

test('downloads what the import reads: header, values in quotes, CRLF, byte order mark', async () => {
  await add()
  await add({ firstName: 'José', lastName: 'García "Pepe"', status: null })
  const { status, headers, body } = await download()
  expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
    status: 200,
    type: 'text/csv; charset=utf-8',
    cache: 'no-store',
  })
  expect(body.startsWith('\uFEFF"First Name","Last Name","Date of Birth",')).toBe(true)
  const { phone, email, address, service, dateOfBirth } = hodan
  expect(readCsv(body).map((row) => row.slice(0, 8))).toEqual([
    header.slice(0, 8),
    ['José', 'García "Pepe"', dateOfBirth, phone, email, address, '', service],
    ['Hodan', 'Warsame', dateOfBirth, phone, email, address, 'Active', service],
  ])
})

test('an apostrophe keeps a spreadsheet from running a value as a formula [T128]', async () => {
  await add({ firstName: '=1+1', lastName: ' +2', address: '@here' })
  await add({ firstName: '﹦1+1', lastName: ';=2', address: '−3' })
  const [, ...rows] = await rowsOf()
  const escaped = rows.map((row) => [...row.slice(0, 2), row[5]])
  expect(escaped.toSorted()).toEqual([
    ["'=1+1", "' +2", "'@here"],
    ["'﹦1+1", "';=2", "'−3"],
  ])
})

test('groups a phone number that a spreadsheet would show as a power of ten', async () => {
  await add({ phone: '252612345678' })
  const [, row] = await rowsOf()
  expect(row?.[3]).toBe('252 612 345 678')
})

test('downloads what a search with the same body finds, in its order [T126]', async () => {
  for (const [lastName, status, day] of [
    ['Able', 'active', '01'],
    ['Baker', 'pending', '03'],
    ['Cole', 'active', '02'],
    ['Dahl', null, '04'],
  ] as const) {
    const at = new Date(`2026-06-${day}T12:00:00Z`)
    const { id } = await addClient(app.db, { ...hodan, lastName, status }, chiefId, at)
    if (lastName !== 'Able')
      await app.db.insertInto('last_notes').values({ client_id: id, last_note_at: at }).execute()
  }
  const filters = [
    {},
    { search: 'hodan a' },
    { status: 'active' },
    { status: 'Unknown' },
    { withoutNoteThisWeek: true },
    { createdSince: '2026-06-02T12:00:00Z' },
    ...clientSorts.map((sort) => ({ sort })),
  ]
  for (const filter of filters) {
    const { body } = await app.send(clientEndpoints.search, {
      body: { ...filter, limit: 50 } as never,
      token,
    })
    const names = body.items.map(({ lastName }: { lastName: string }) => lastName)
    const rows = await rowsOf(filter)
    expect(
      rows.slice(1).map(([, lastName]) => lastName),
      JSON.stringify(filter),
    ).toEqual(names)
  }
  expect((await download({ status: 'retired' })).status).toBe(400)
})

test('leaves an audit row with the count and the filters, without the search text [T130]', async () => {
  await add()
  await download({ search: 'warsame', status: 'active' })
  expect((await exported()).at(-1)).toEqual({
    record_kind: 'client list',
    actor_id: chiefId,
    details: { count: 1, fields: ['csv'], filter: ['search', 'status active'] },
  })
})

test('above 2,000 clients the file is sent in pages, once at a time and ten times an hour [T129]', async () => {
  await sql`
    WITH added AS (
      INSERT INTO clients (first_name, last_name, status, service, email, phone, address, date_of_birth, created_at, updated_at)
      SELECT 'Ana', 'Alvarez ' || n, CASE WHEN n % 3 > 0 THEN 'active' END, 'Consultant', 'a@example.org', '6125550123', 'here',
        '1990-01-01', timestamptz '2026-01-01' + n % 100 * interval '1 minute', now()
      FROM generate_series(1, 4100) AS n RETURNING id, created_at
    )
    INSERT INTO last_notes SELECT id, created_at FROM added WHERE extract(minute FROM created_at) > 20`.execute(
    app.db,
  )
  const { id, token: caller } = await app.member('super-admin', 'lists@example.org')
  const secret = 'only-for-tests-only-for-tests-only-for-tests'
  const running = limitPerCaller(secret, { name: 'client-list', attempts: 1, seconds: 600 })
  await countAttempt(app.db, app.context.now, running(id))
  expect((await download({}, caller)).status).toBe(429)
  await forgetAttempts(app.db, running(id))
  for (const [order, expected] of [
    [{ withoutNoteThisWeek: true }, 2734],
    [{ sort: '-created' }, 4100],
  ] as const) {
    const [first, ...rows] = readCsv((await download(order, caller)).body)
    expect(first).toEqual(header)
    const names = rows.map(([, lastName]) => lastName)
    expect([names.length, new Set(names).size]).toEqual([expected, expected])
  }
  for (let count = 2; count < 10; count += 1) expect((await download({}, caller)).status).toBe(200)
  expect(await download({}, caller)).toMatchObject({
    status: 429,
    body: { message: 'You can download large lists only 10 times an hour. Please try again later.' },
  })
  const details = { fields: ['csv'], filter: ['notes missing-this-week'] }
  expect((await exported()).find(({ actor_id }) => actor_id === id)).toMatchObject({ details })
  expect((await download({ search: 'alvarez 17' }, caller)).status, 'few clients').toBe(200)
})

test('an export drops and repeats no client that changes meanwhile', async () => {
  await sql`
    INSERT INTO clients (first_name, last_name, status, service, email, phone, address, date_of_birth, created_at, updated_at)
    SELECT 'Ana', 'Alvarez ' || n, 'inactive', 'Housing Transition', 'a@example.org', '6125550123', 'here', '1990-01-01', now(), now()
    FROM generate_series(1, 2500) AS n`.execute(app.db)
  const before = await app.db.selectFrom('clients').select('id').where('deleted_at', 'is', null).execute()
  const exported: string[] = []
  for await (const clients of readList(app.db, clientsWithWorkers({ sort: 'lastNote' }), 500)) {
    exported.push(...clients.map(({ id }) => id))
    // Those that were sent move to the end of their order, and the others to its start, or the other way around.
    await sql`
      UPDATE clients SET status = CASE WHEN id = ANY (${exported}::uuid[]) THEN 'pending' ELSE 'active' END,
        last_name = CASE WHEN id = ANY (${exported}::uuid[]) THEN 'Zumba' ELSE 'Aaron' END`.execute(app.db)
    await sql`
      INSERT INTO last_notes SELECT id, CASE WHEN id = ANY (${exported}::uuid[]) THEN now() ELSE timestamptz '2020-01-01' END
      FROM clients ON CONFLICT (client_id) DO UPDATE SET last_note_at = excluded.last_note_at`.execute(app.db)
  }
  expect(exported.toSorted()).toEqual(before.map(({ id }) => id).toSorted())
})
