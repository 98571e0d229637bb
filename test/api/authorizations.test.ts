import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { authorizationEndpoints } from '#contract/authorizations/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { dueEndpoints } from '#contract/due/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { serviceLogEndpoints } from '#contract/service-log/endpoints.ts'
import { authorizations } from '#server/authorizations/store.ts'
import { createPool } from '#server/database/connection.ts'
import type { Database } from '#server/database/tables.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { atEnd } from '#test/support/test-database.ts'

const app = await createTestApp()
const chief = await app.member('super-admin')
const omar = await app.member('manager', 'omar@example.org')
const amina = await app.member('employee', 'amina@example.org')
const { token } = omar

let clientId: string
beforeEach(async () => {
  app.context.now = new Date('2026-06-15T15:00:00Z')
  await app.ownerDb.deleteFrom('authorizations').execute()
  clientId = await newClient()
})

const newClient = async () =>
  (await app.send(clientEndpoints.add, { body: { ...hodan, assignedTo: omar.id }, token })).body.id as string

const transition = {
  payer: 'Hennepin County',
  number: '4711',
  service: 'housingTransition',
  startsOn: '2026-01-01',
  endsOn: '2026-08-31',
  minutes: 600,
} as const

const add = (change: object = {}, by = app) =>
  by.send(authorizationEndpoints.add, { params: { id: clientId }, body: { ...transition, ...change }, token })
const edit = (id: string, body: object) =>
  app.send(authorizationEndpoints.edit, { params: { id }, body, token })
const list = async () =>
  (await app.send(authorizationEndpoints.list, { params: { id: clientId }, token: amina.token })).body

const served = { text: 'Toured two apartments.', service: 'housingTransition', serviceDate: '2026-06-01' }
const write = async (change: object = {}) =>
  (
    await app.send(noteEndpoints.add, {
      params: { id: clientId },
      body: { ...served, minutes: 60, ...change } as never,
      token: amina.token,
    })
  ).body
const remove = (noteId: string) =>
  app.send(noteEndpoints.remove, { params: { id: clientId, noteId }, token: chief.token })

test('an authorization says what a payer has authorized, the latest first, mistaken ones last [T1250]', async () => {
  const { status, body } = await add()
  expect(status).toBe(201)
  expect(body).toEqual({
    ...transition,
    comment: null,
    mistaken: null,
    usedMinutes: 0,
    remainingMinutes: 600,
    unmeasured: 0,
    warnings: [],
    _id: body.id,
    id: body.id,
    clientId,
    createdAt: app.context.now.toISOString(),
    createdBy: omar.email,
    editedAt: null,
    editedBy: null,
    version: 1,
  })
  await add({
    service: 'housingSustaining',
    number: null,
    minutes: null,
    endsOn: '2026-12-31',
    mistaken: false,
  })
  await add({ number: '4712', startsOn: '2027-01-01', endsOn: '2027-12-31', mistaken: true })
  expect(await list()).toMatchObject([
    { number: null, minutes: null, remainingMinutes: null, mistaken: null },
    { number: '4711' },
    { number: '4712', mistaken: true, usedMinutes: 0 },
  ])
  expect((await edit(body.id, { comment: 'Renewal requested.', version: 1 })).body).toMatchObject({
    ...transition,
    comment: 'Renewal requested.',
    remainingMinutes: 600,
    version: 2,
  })
})

test.each([
  ['no payer', { payer: ' ' }, 'payer'],
  ['a payer of 101 characters', { payer: 'x'.repeat(101) }, 'payer'],
  ['a number of 61 characters', { number: '1'.repeat(61) }, 'number'],
  ['a comment of 201 characters', { comment: 'x'.repeat(201) }, 'comment'],
  ['an unknown service', { service: 'rent' }, 'service'],
  ['no service', { service: undefined }, 'service'],
  ['an end before the start', { endsOn: '2025-12-31' }, 'endsOn'],
  ['no minutes at all', { minutes: 0 }, 'minutes'],
  ['more than 1,000,000 minutes', { minutes: 1_000_001 }, 'minutes'],
])('rejects %s [T1251]', async (_, change, field) => {
  expect(await add(change)).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
})

test('counts the minutes of notes with its service and a date of service in its days [T1252]', async () => {
  await add()
  await write({ serviceDate: '2026-01-01', minutes: 45 })
  await write({ minutes: undefined, startTime: '09:00', endTime: '09:30' })
  await write({ minutes: undefined })
  await write({ minutes: 15, contact: 'on-behalf' })
  expect(await list()).toMatchObject([{ usedMinutes: 90, remainingMinutes: 510, unmeasured: 1 }])
  // None of these counts.
  await write({ contact: 'attempt' })
  await write({ contact: 'attempt', minutes: undefined })
  await write({ serviceDate: '2025-12-31' })
  await write({ serviceDate: undefined })
  await write({ service: 'housingSustaining' })
  await write({ service: undefined })
  await remove((await write()).id)
  const other = await newClient()
  await app.send(noteEndpoints.add, {
    params: { id: other },
    body: { ...served, minutes: 60 } as never,
    token: amina.token,
  })
  expect(await list()).toMatchObject([{ usedMinutes: 90, unmeasured: 1 }])
  // The correction counts instead of the note, as long as it exists.
  const corrected = await write({ minutes: 100 })
  const correction = await write({ minutes: 200, corrects: corrected.id })
  expect(await list()).toMatchObject([{ usedMinutes: 290 }])
  await remove(correction.id)
  expect(await list()).toMatchObject([{ usedMinutes: 190 }])
})

test.each([
  ['nothing before 80 percent', { minutes: 600 }, 479, []],
  ['low from 80 percent on', { minutes: 600 }, 480, ['low']],
  ['used up at 100 percent', { minutes: 600 }, 600, ['used-up']],
  ['nothing of minutes where the payer pays by the month', { minutes: null }, 1440, []],
  ['nothing 31 days before its end', { endsOn: '2026-07-16' }, 0, []],
  ['its end 30 days before', { endsOn: '2026-07-15' }, 0, ['ends-soon']],
  ['its end on its last day', { endsOn: '2026-06-15' }, 0, ['ends-soon']],
  ['that it ended the day before', { endsOn: '2026-06-14' }, 500, ['ended', 'low']],
  ['nothing if it was entered by mistake', { endsOn: '2026-06-14', mistaken: true }, 1440, []],
] as const)('warns of %s [T1253]', async (_, change, minutes, warnings) => {
  await add(change)
  if (minutes) await write({ minutes })
  expect(await list()).toMatchObject([{ warnings }])
})

test('more can be used than was authorized: no note is refused [T1254]', async () => {
  await add({ minutes: 50 })
  expect(await write({ minutes: 80 })).toMatchObject({ minutes: 80 })
  expect(await write({ serviceDate: '2025-01-01' })).toMatchObject({ serviceDate: '2025-01-01' })
  expect(await list()).toMatchObject([{ usedMinutes: 80, remainingMinutes: -30, warnings: ['used-up'] }])
})

test('two for one service can’t share a day, and the answer names the other one [T1255]', async () => {
  const { body: first } = await add()
  const overlaps = (message: string) => ({ status: 409, body: { code: 'authorization-overlaps', message } })
  const named = overlaps(
    'Authorization 4711 covers Jan 1, 2026 to Aug 31, 2026 for this service. Choose days that don’t overlap.',
  )
  expect(await add({ startsOn: '2026-08-31', endsOn: '2026-12-31' })).toMatchObject(named)
  expect(await add({ startsOn: '2025-01-01', endsOn: '2026-01-01' })).toMatchObject(named)
  const { body: second } = await add({ number: null, startsOn: '2026-09-01', endsOn: '2026-12-31' })
  expect(second).toMatchObject({ startsOn: '2026-09-01' })
  expect(await add({ service: 'housingSustaining' })).toMatchObject({ status: 201 })
  expect(await edit(second.id, { startsOn: '2026-08-01' })).toMatchObject(named)
  expect(await edit(first.id, { endsOn: '2026-09-01' })).toMatchObject(
    overlaps(
      'Authorization from Hennepin County covers Sep 1, 2026 to Dec 31, 2026 for this service. Choose days that don’t overlap.',
    ),
  )
  expect(await edit(first.id, { endsOn: '2026-08-30' })).toMatchObject({ status: 200 })
  // One that was entered by mistake takes no days, until that is taken back.
  expect(await edit(first.id, { mistaken: true })).toMatchObject({ status: 200 })
  expect(await edit(second.id, { startsOn: '2026-08-01' })).toMatchObject({ status: 200 })
  expect(await edit(first.id, { mistaken: null })).toMatchObject({ status: 409 })
  clientId = await newClient()
  expect(await add()).toMatchObject({ status: 201 })
})

test('of two that overlap, added at once on two instances, one is stored [T1256]', async () => {
  const { options } = app.pool
  // The password is not enumerable.
  const pool = createPool({ ...options, password: options.password }, { poolSize: 5 })
  atEnd(() => pool.end())
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const other = await createTestApp({ db })
  for (let round = 0; round < 5; round++) {
    clientId = await newClient()
    const replies = await Promise.all([app, other, app, other].map((instance) => add({}, instance)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await list()).toHaveLength(1)
  }
})

test('the service log flags a note whose day no authorization for its service covers [T1257]', async () => {
  const logged = async (finding?: 'not-authorized') => {
    const body = { from: '2026-01-01', to: '2026-06-30', limit: 50, finding }
    const { items } = (await app.send(serviceLogEndpoints.search, { body, token })).body
    const own = items.filter((note: { clientId: string }) => note.clientId === clientId)
    return own.map(({ text, findings }: { text: string; findings: string[] }) => [
      text,
      findings.includes('not-authorized'),
    ])
  }
  await write({ text: 'on the last day', serviceDate: '2026-05-31' })
  await write({ text: 'after it', serviceDate: '2026-06-01' })
  await write({ text: 'written after it', serviceDate: undefined })
  await write({ text: 'another service', service: 'housingSustaining' })
  await write({ text: 'no service', service: undefined })
  expect((await logged()).map(([, flagged]: [string, boolean]) => flagged)).toEqual(Array(5).fill(false))
  const { body } = await add({ endsOn: '2026-05-31' })
  expect(Object.fromEntries(await logged())).toEqual({
    'on the last day': false,
    'after it': true,
    'written after it': true,
    'another service': false,
    'no service': false,
  })
  expect(await logged('not-authorized')).toEqual([
    ['written after it', true],
    ['after it', true],
  ])
  await edit(body.id, { mistaken: true })
  expect(await logged('not-authorized')).toEqual([])
})

test('an authorization is due on its last day, unless a later one follows [T1258]', async () => {
  const due = async () =>
    (await app.send(dueEndpoints.list, { token, query: {} })).body.map(({ on, what }: never) => [on, what])
  const { body } = await add({ endsOn: '2026-07-15' })
  await add({ service: 'housingSustaining', number: null, endsOn: '2026-05-31' })
  await add({ service: 'movingAssistance', endsOn: '2026-07-16' })
  expect(await due()).toEqual([
    ['2026-05-31', 'Authorization from Hennepin County, Housing Sustaining'],
    ['2026-07-15', 'Authorization 4711, Housing Transition'],
  ])
  const { body: later } = await add({ startsOn: '2026-08-01', endsOn: '2026-12-31' })
  const first = ['2026-05-31', 'Authorization from Hennepin County, Housing Sustaining']
  expect(await due()).toEqual([first])
  await edit(later.id, { mistaken: true })
  expect(await due()).toHaveLength(2)
  await edit(body.id, { mistaken: true })
  expect(await due()).toEqual([first])
})

interface Plan {
  'Index Name'?: string
  Alias?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('20 authorizations read each of a client’s 2,000 notes once, by their index [T1259]', async () => {
  await app.pool.query(
    `INSERT INTO clients (first_name, last_name, service, email, phone, address, date_of_birth, created_at, updated_at)
     SELECT 'A', 'B', 'Consultant', 'a@example.org', '6125550100', 'x', '1990-01-01', now(), now()
     FROM generate_series(1, 500)`,
  )
  await app.pool.query(
    `WITH served AS (
       INSERT INTO notes (client_id, text, author_email, created_at, service, service_date, minutes)
       SELECT clients.id, 'Called.', 'a@example.org', now(), 'housingTransition', date '2020-01-01' + n % 2000, 30
       FROM clients CROSS JOIN generate_series(1, CASE WHEN id = $1 THEN 2000 ELSE 20 END) AS n
       RETURNING id, client_id
     )
     INSERT INTO notes (client_id, text, author_email, created_at, corrects)
     SELECT client_id, 'x', 'a@example.org', now(), id FROM served WHERE random() < 0.05`,
    [clientId],
  )
  await app.pool.query(
    `INSERT INTO authorizations (client_id, payer, service, starts_on, ends_on, minutes, created_at)
     SELECT $1, 'Hennepin County', 'housingTransition', first, first + 99, 3000, now()
     FROM generate_series(0, 19) AS n CROSS JOIN LATERAL (SELECT date '2020-01-01' + n * 100) AS days (first)`,
    [clientId],
  )
  await app.ownerDb.executeQuery(CompiledQuery.raw('VACUUM ANALYZE notes'))
  const statements: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool: app.pool })
  const log = ({ query }: { query: CompiledQuery }) => {
    statements.push(query)
  }
  const db = new Kysely<Database>({ dialect, log })
  const found = await authorizations.ofClient(db, clientId)
  const uncorrected = await app.pool.query(
    `SELECT sum(minutes) FROM notes AS one
     WHERE client_id = $1 AND NOT EXISTS (SELECT FROM notes WHERE corrects = one.id)`,
    [clientId],
  )
  expect(found.reduce((sum, { usedMinutes }) => sum + usedMinutes, 0)).toBe(uncorrected.rows[0].sum)
  const [{ sql = '', parameters = [] } = {}, ...others] = statements
  expect(others).toEqual([])
  const { rows } = await app.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [...parameters])
  const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan)
  const read = (alias: string) => {
    const scans = nodes.filter((node) => node.Alias === alias)
    const rowsOf = (scan: Plan) =>
      (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']
    return {
      indexes: scans.map((scan) => scan['Index Name']),
      rows: Math.round(scans.reduce((sum, scan) => sum + rowsOf(scan), 0)),
    }
  }
  // Rows are averages of 20 loops, rounded.
  expect(read('notes').indexes).toEqual(['notes_of_any_client'])
  expect(read('notes').rows).toBeLessThan(2_100)
  // The client's own corrections, once for each authorization.
  expect(read('later').indexes).toEqual(['notes_by_corrected'])
  expect(read('later').rows).toBeLessThan(20 * 200)
})
