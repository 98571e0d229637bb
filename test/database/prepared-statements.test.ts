import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection } from '#server/database/connection.ts'
import { createPool, type PoolOptions } from '#server/database/connection.ts'
import { statementName } from '#server/database/prepared-statements.ts'
import { addNote, notesOfClient } from '#server/notes/store.ts'
import { findActiveSession } from '#server/session/store.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

const nobody = '00000000-0000-4000-8000-000000000000'

/** One connection, so that what it has prepared can be asked for. */
async function connect(options: PoolOptions = {}) {
  const database = await createTestDatabase()
  const pool = createPool(database.connection, { poolSize: 1, ...options })
  onTestFinished(async () => {
    await pool.end()
    await database.close()
  })
  const db: Connection = new Kysely({ dialect: new PostgresDialect({ pool }) })
  return { db, other: database.ownerDb }
}

async function preparedBy(db: Connection): Promise<{ statement: string; uses: number }[]> {
  const { rows } = await sql<{ statement: string; uses: number }>`
    SELECT statement, (generic_plans + custom_plans)::integer AS uses FROM pg_prepared_statements`.execute(db)
  return rows
}

async function ask(db: Connection): Promise<void> {
  const author = { employeeId: nobody, email: 'a@example.org', role: 'admin' } as const
  await findActiveSession(db, nobody, new Date())
  await notesOfClient(db, nobody, { limit: 50 })
  await addNote(db, { clientId: nobody, text: 'x', author }, new Date())
}

test('a connection prepares each statement once', async () => {
  const { db } = await connect()
  for (let round = 0; round < 3; round += 1) await ask(db)
  const prepared = await preparedBy(db)
  for (const part of ['FROM sessions', 'LEFT JOIN LATERAL', 'INSERT INTO notes']) {
    expect(
      prepared.filter(({ statement }) => statement.includes(part)),
      part,
    ).toMatchObject([{ uses: 3 }])
  }
})

test('nothing is prepared where DATABASE_PREPARED_STATEMENTS is false', async () => {
  const { db } = await connect({ preparedStatements: false })
  await ask(db)
  expect(await preparedBy(db)).toEqual([])
})

test('a statement whose columns a migration changed is prepared anew', async () => {
  const { db, other } = await connect()
  await sql`CREATE TABLE changing (number integer)`.execute(other)
  await sql`INSERT INTO changing VALUES (1)`.execute(other)
  const read = (from: Connection) => sql`SELECT * FROM changing WHERE number = ${1}`.execute(from)
  expect((await read(db)).rows).toEqual([{ number: 1 }])
  await sql`ALTER TABLE changing ADD COLUMN word text`.execute(other)
  expect((await read(db)).rows).toEqual([{ number: 1, word: null }])
  await sql`ALTER TABLE changing ADD COLUMN more text`.execute(other)
  // A transaction has failed by then; the next one gets a new statement.
  await expect(db.transaction().execute(read)).rejects.toThrow('cached plan must not change result type')
  expect((await db.transaction().execute(read)).rows).toEqual([{ number: 1, word: null, more: null }])
})

test('memory stays bounded: only so many texts get a name, and none that is very long', () => {
  expect(statementName(`SELECT ${'1, '.repeat(4_000)} 1`)).toBeUndefined()
  const named = Array.from({ length: 1_000 }, (_, index) => statementName(`SELECT ${index}`)).filter(Boolean)
  expect(named.length).toBeLessThanOrEqual(500)
  expect(new Set(named).size).toBe(named.length)
})
