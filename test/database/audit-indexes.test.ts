import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listTrail, type TrailFilter } from '#server/audit/reading-store.ts'
import { rowsOfSeals } from '#server/audit/seal-store.ts'
import type { Connection } from '#server/database/connection.ts'
import type { Database } from '#server/database/tables.ts'
import { inSession } from '#test/support/database-server.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* How the trail is read, with many rows: from which indexes, and how many rows for a page. */

const database = await createTestDatabase()
const client = '5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30'
const rare = '5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f31'
const actor = '5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f32'
const pageLength = 50

/** AUDIT_ROWS=1000000 shows the same with as many rows, and how long each statement takes. */
const rowCount = Number(process.env.AUDIT_ROWS ?? 40_000)

// Two fifths of the older half are about one client and that client's notes; few are by one employee, or about another client.
beforeAll(async () => {
  await inSession(database.superuserConnection, (superuser) =>
    superuser.query(`
      INSERT INTO employees (id, first_name, last_name, email, role, created_at, updated_at)
      VALUES ('${actor}', 'Rare', 'Actor', 'rare@example.org', 'manager', now(), now());
      INSERT INTO audit_events (at, actor_id, actor_role, action, record_kind, record_id, details, digest)
      SELECT now() - (${rowCount} - n) * interval '1 second',
        CASE WHEN n % 997 = 3 THEN '${actor}'::uuid ELSE gen_random_uuid() END, 'manager',
        CASE WHEN n % 5 = 1 THEN 'added' ELSE 'viewed' END, CASE WHEN n % 5 = 1 THEN 'note' ELSE 'client' END,
        CASE WHEN n % 5 = 0 AND n < ${rowCount / 2} THEN '${client}' WHEN n % 9973 = 7 THEN '${rare}' ELSE gen_random_uuid()::text END,
        CASE WHEN n % 5 = 1 AND n < ${rowCount / 2} THEN '{"client": "${client}"}' WHEN n % 5 = 2
          THEN jsonb_build_object('client', gen_random_uuid()) ELSE '{}' END::jsonb, ''
      FROM generate_series(1, ${rowCount}) AS n`),
  )
  await inSession(database.superuserConnection, (superuser) => superuser.query('VACUUM ANALYZE audit_events'))
}, 600_000)

interface Plan {
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** The plans of the statements about the trail. */
async function plansOf(what: string, read: (db: Connection) => Promise<unknown>): Promise<Plan[]> {
  const statements: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool: database.pool })
  const db = new Kysely<Database>({
    dialect,
    log({ query }) {
      statements.push(query)
    },
  })
  await read(db)
  const plans: Plan[] = []
  for (const { sql, parameters } of statements.filter(({ sql }) => sql.includes('audit_events'))) {
    const { rows } = await database.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [...parameters])
    const [{ Plan: plan, 'Execution Time': time }] = rows[0]['QUERY PLAN']
    if (process.env.AUDIT_ROWS) process.stdout.write(`${what}: ${time} ms\n`)
    plans.push(plan)
  }
  return plans
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

function reading(filter: TrailFilter, cursor?: string) {
  return readingOf(`${JSON.stringify(filter)} ${cursor ?? ''}`, async (db) => {
    const page = await listTrail(db, filter, pageLength, cursor)
    expect(page?.items.length).toBeGreaterThan(0)
  })
}

async function readingOf(...read: Parameters<typeof plansOf>) {
  const nodes = (await plansOf(...read)).flatMap(nodesOf)
  const rows = nodes.map(
    (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
  )
  return {
    indexes: [...new Set(nodes.flatMap(({ 'Index Name': name }) => (name ? [name] : [])))].sort(),
    most: Math.max(...rows),
  }
}

const old = `${Math.round(rowCount / 4)}`

test.for<[what: string, filter: TrailFilter, cursor?: string]>([
  ['a client with very many rows', { record: client }],
  ['their older rows', { record: client }, old],
  ['a client with few rows', { record: rare }],
  ['an employee with few rows', { search: 'rare@' }],
  ['the same by id', { actor }],
  ['all rows', {}],
  ['older rows', {}, old],
  ['a day', { from: new Date(Date.now() - 7_200_000), before: new Date(Date.now() - 3_600_000) }],
])('reads no more rows than it shows for %s [T467]', async ([, filter, cursor]) => {
  expect((await reading(filter, cursor)).most).toBeLessThanOrEqual(2 * (pageLength + 1))
})

// A fifth of the rows are changes; a client's own rows in the older half are all views.
test.for<[what: string, filter: TrailFilter, indexes: string[], most: number]>([
  ['changes only', { changesOnly: true }, ['audit_events_in_order'], 8 * pageLength],
  ['changes by an employee', { actor, changesOnly: true }, ['audit_events_of_actor'], 8 * pageLength],
  [
    'changes of a client with very many rows',
    { record: client, changesOnly: true },
    ['audit_events_of_client', 'audit_events_of_record'],
    rowCount / 10,
  ],
])('reads %s by index, with the views between them [T730]', async ([, filter, indexes, most]) => {
  const read = await reading(filter)
  expect(read.indexes).toEqual(indexes)
  expect(read.most).toBeLessThanOrEqual(most)
})

// The planner went wrong only in a long trail: with AUDIT_ROWS=1000000.
test('verifying reads the rows of some seals without the rest of the trail [T735]', async () => {
  await inSession(database.superuserConnection, (superuser) =>
    superuser.query(`
      INSERT INTO audit_seals
      SELECT n, now(), int8multirange(int8range(100 * n - 99, 100 * n + 1)), '{}', 100 * n, '', '', 'key'
      FROM generate_series(1, ${rowCount / 100}) AS n;
      ANALYZE audit_seals`),
  )
  const { most } = await readingOf('100 seals', async (db) => {
    const rows = await rowsOfSeals(db, 201, 300)
    expect([...rows.values()].flat()).toHaveLength(10_000)
  })
  expect(most).toBe(10_000)
})

test('has no unused index [T468]', async () => {
  const used = await Promise.all([
    reading({ record: client }),
    reading({ search: 'rare@' }),
    reading({}, old),
  ])
  const { rows } = await database.pool.query(
    "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'audit_events'::regclass ORDER BY 1",
  )
  expect([...new Set(used.flatMap(({ indexes }) => indexes))].sort()).toEqual(rows.map(({ name }) => name))
})
