import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { clientCounts } from '#server/clients/counts.ts'
import { clientPages } from '#server/clients/pages.ts'
import { enteredColumns } from '#server/clients/row-store.ts'
import { clientById } from '#server/clients/store.ts'
import { serversOf } from '#server/database/check-server.ts'
import { PlanKeepingClient } from '#server/database/kept-plans.ts'
import { createPool, createPrimary, poolSettings } from '#server/database/primary.ts'
import type { Database } from '#server/database/tables.ts'
import { notesOfClient } from '#server/notes/store.ts'
import { livingSession } from '#server/session/store.ts'
import { hodan } from '#test/support/people.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Decision record 0024: which statements are prepared, and where. */

const now = new Date('2026-06-15T15:00:00Z')
const nobody = '00000000-0000-4000-8000-000000000000'

/** One connection of each kind to a database: what is kept can be asked for where it is kept. */
async function connect() {
  const database = await createTestDatabase()
  const elsewhere = createPrimary(serversOf(database.connectionString, 'DATABASE_URL'))
  const pools = {
    private: new pg.Pool({ ...poolSettings(1), ...database.connection, Client: PlanKeepingClient }),
    external: createPool(elsewhere, 1),
  }
  // A pool says that it has ended while its connections still do; the database is dropped under them.
  for (const pool of Object.values(pools)) pool.on('error', () => {})
  onTestFinished(async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end()))
    await database.close()
  })
  const dbOf = (pool: pg.Pool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { private: dbOf(pools.private), external: dbOf(pools.external) }
}

/** The calls of a day, each with several values. */
async function ask(db: Kysely<Database>): Promise<void> {
  const pageOf = clientPages(db, clientCounts(db))
  for (const limit of [5, 50]) {
    await livingSession(db, nobody, new Date())
    await clientById(db, nobody)
    await notesOfClient(db, nobody, { limit })
    for (const search of ['', 'son', 'José']) {
      await pageOf({ search }, limit)
      await pageOf({ search, silentSince: now }, limit)
    }
    await db
      .insertInto('clients')
      .values({ ...enteredColumns(hodan), created_at: now, updated_at: now })
      .execute()
  }
}

async function keptBy(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement)
}

test('the private database keeps a plan for each daily statement', async () => {
  const connections = await connect()
  await ask(connections.private)
  const kept = await keptBy(connections.private)
  const daily = [
    'FROM sessions',
    'SELECT count(*) FROM notes',
    '"client_counts"',
    'clients.id = ANY(',
    'moved_in >=',
    'fold_name(',
    // Without a search: with one it is another statement, whose best plan depends on how many are found.
    'AS silent',
    'as "moment"',
  ]
  for (const part of daily) {
    expect(
      kept.filter((statement) => statement.includes(part)),
      part,
    ).toHaveLength(1)
  }
})

test('a table with a new column does not upset the plans that were kept before', async () => {
  const connections = await connect()
  await ask(connections.private)
  await sql`ALTER TABLE clients ADD COLUMN shoe_size integer`.execute(connections.external)
  await sql`ALTER TABLE notes ADD COLUMN mood text`.execute(connections.external)
  await expect(ask(connections.private)).resolves.toBeUndefined()
})

test('nothing is kept by the sessions of a server that somebody else runs: a transaction pooler may stand before it', async () => {
  const connections = await connect()
  await ask(connections.external)
  expect(await keptBy(connections.external)).toEqual([])
})
