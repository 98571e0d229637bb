import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientLookup } from '#server/clients/store.ts'
import { type Connection, createPool } from '#server/database/connection.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { readTogether } from '#server/database/records.ts'
import { isLockTimeout, isStatementTimeout, isTransientError } from '#server/database/transient-errors.ts'
import { allNotesLookup, listNotes } from '#server/notes/store.ts'
import { findActiveSession, sessionLookup } from '#server/session/store.ts'
import { lineTo } from '#test/support/database-line.ts'
import { until } from '#test/support/database-process.ts'
import { inSession, migrationsFolder } from '#test/support/database-server.ts'
import { signedIn } from '#test/support/people.ts'
import { createTestDatabase, testTrail } from '#test/support/test-database.ts'
import { writeNote } from '#test/support/write-note.ts'

/* Connections: the values that come through them, the statements that they keep, and what happens when one is lost. */

const database = await createTestDatabase()

async function valueOfSql(expression: string): Promise<unknown> {
  const { rows } = await database.pool.query(`SELECT ${expression} AS value`)
  return rows[0].value
}

test('returns a calendar date as written, in every time zone [T189]', async () => {
  expect(await valueOfSql("date '1990-03-01'")).toBe('1990-03-01')
  expect(await valueOfSql("ARRAY[date '1990-03-01']")).toEqual(['1990-03-01'])
})

const nobody = '00000000-0000-4000-8000-000000000000'

/** One connection, so that what it has prepared can be asked for. */
async function connectOnce() {
  const database = await createTestDatabase()
  const pool = createPool(database.connection, { poolSize: 1 })
  onTestFinished(() => pool.end())
  const db: Connection = new Kysely({ dialect: new PostgresDialect({ pool }) })
  return db
}

async function preparedBy(db: Connection): Promise<{ statement: string; uses: number }[]> {
  const { rows } = await sql<{ statement: string; uses: number }>`
    SELECT statement, (generic_plans + custom_plans)::integer AS uses FROM pg_prepared_statements`.execute(db)
  return rows
}

async function ask(db: Connection): Promise<void> {
  const author = { employeeId: nobody, email: 'a@example.org', role: 'admin', ...signedIn } as const
  await findActiveSession(db, nobody, new Date())
  await listNotes(db, nobody, { limit: 50 })
  await writeNote(db, { clientId: nobody, text: 'x', author }, { at: new Date(), trail: testTrail })
}

test('a connection prepares each statement once', async () => {
  const db = await connectOnce()
  for (let round = 0; round < 3; round += 1) await ask(db)
  const prepared = await preparedBy(db)
  for (const part of ['FROM sessions', 'LEFT JOIN LATERAL', 'INSERT INTO notes']) {
    expect(
      prepared.filter(({ statement }) => statement.includes(part)),
      part,
    ).toMatchObject([{ uses: 3 }])
  }
})

test.for([
  ['sessions', (db: Connection) => sessionLookup(db, () => new Date())],
  ['clients', clientLookup],
  ['notes', allNotesLookup],
] as const)('reads the %s of calls that arrive together in one statement', async ([, lookup]) => {
  const db = await connectOnce()
  const find = lookup(db)
  await Promise.all([find(nobody), find(nobody), find(nobody)])
  await find(nobody)
  const statements = (await preparedBy(db)).filter(({ statement }) => statement.includes('= ANY ('))
  expect(statements).toMatchObject([{ uses: 2 }])
})

test('lets go of a result without a full garbage collection', async () => {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  const db = await connectOnce()
  collect()
  const before = process.memoryUsage().heapUsed
  for (let round = 0; round < 10; round += 1)
    await sql`SELECT repeat('x', 500) || number FROM generate_series(1, ${1_000}) AS number`.execute(db)
  collect({ type: 'minor' })
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(3_000_000)
})

test('a failed read rejects all calls that share it, and none after it', async () => {
  const read = vi.fn(async (keys: string[]) => new Map(keys.map((key) => [key, key.toUpperCase()])))
  read.mockRejectedValueOnce(new Error('gone'))
  const find = readTogether(read)
  const outcomes = await Promise.allSettled([find('a'), find('b'), find('a')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await Promise.all([find('a'), find('b'), find('a')])).toEqual(['A', 'B', 'A'])
  expect(read.mock.calls).toEqual([[['a', 'b']], [['a', 'b']]])
})

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** The database over a line that can be cut, by one connection at a time, with little patience. */
async function connectByLine() {
  const { connection } = await createTestDatabase()
  const { url, cut } = await lineTo(connection)
  const { db, ...opened } = await openDatabase(
    { kind: 'external', url },
    { progress: () => {}, log, migrations: migrationsFolder, poolSize: 1, queryTimeout: 1_000 },
  )
  onTestFinished(() => opened.close())
  const isAnswered = () =>
    sql`SELECT 1`.execute(db).then(
      () => true,
      () => false,
    )
  return { db, isAlive: opened.isAlive, cut, isAnswered }
}

test('an unresponsive connection fails one call, and the next call gets another [T488]', async () => {
  const { db, cut, isAnswered } = await connectByLine()
  cut()
  const error = await sql`SELECT 1`.execute(db).catch((reason) => reason)
  expect(isTransientError(error)).toBe(true)
  await until(isAnswered)
})

test('an unresponsive connection in a transaction fails it, and the next call gets another', async () => {
  const { db, cut, isAnswered } = await connectByLine()
  const transaction = db.transaction().execute(async (trx) => {
    await sql`SELECT 1`.execute(trx)
    cut()
    await sql`SELECT 1`.execute(trx)
  })
  expect(isTransientError(await transaction.catch((reason) => reason))).toBe(true)
  await until(isAnswered)
})

test('a statement that waits for a lock is told from one that takes too long [T833]', async () => {
  const { connection, ownerDb } = database
  await sql`CREATE TABLE things AS SELECT 1 AS number`.execute(ownerDb)
  const errorOf = (setting: string, statement: string) =>
    inSession(connection, async (client) => {
      await client.query(`SET ${setting} = 200`)
      return await client.query(statement).catch((error) => error)
    })
  await ownerDb.transaction().execute(async (trx) => {
    await sql`UPDATE things SET number = 2`.execute(trx)
    expect(isLockTimeout(await errorOf('lock_timeout', 'UPDATE things SET number = 3'))).toBe(true)
  })
  const slow = await errorOf('statement_timeout', 'SELECT pg_sleep(100)')
  expect(isLockTimeout(slow)).toBe(false)
  expect(isStatementTimeout(slow)).toBe(true)
  expect(isTransientError(slow)).toBe(true)
})

test('a statement that PostgreSQL stops in a transaction takes too long, and its connection stays usable', async () => {
  const db = await connectOnce()
  const processId = async () =>
    (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)).rows[0]?.pid
  const before = await processId()
  const transaction = db.transaction().execute(async (trx) => {
    await sql`SET LOCAL statement_timeout = 50`.execute(trx)
    await sql`SELECT pg_sleep(100)`.execute(trx)
  })
  expect(isStatementTimeout(await transaction.catch((error) => error))).toBe(true)
  expect(await processId()).toBe(before)
})

test('a connection keeps at most 500 statements', async () => {
  const db = await connectOnce()
  for (let number = 0; number < 510; number += 1)
    await sql`SELECT ${1}::integer + ${sql.lit(number)}`.execute(db)
  expect((await preparedBy(db)).length).toBeLessThanOrEqual(500)
})
