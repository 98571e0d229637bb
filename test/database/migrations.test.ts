import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { OperatorError } from '#server/operator-error.ts'
import { makeFolder } from '#test/support/database-process.ts'
import { inSession } from '#test/support/database-server.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createTestDatabase('empty')
  folder = makeFolder('migrations')
  fs.mkdirSync(folder)
})

function write(name: string, sql: string): void {
  fs.writeFileSync(path.join(folder, name), sql)
}

const query = (text: string) => inSession(database.connection, (owner) => owner.query(text))

/** The progress that a migration reports. */
async function run(): Promise<string[]> {
  const heard: string[] = []
  await inSession(database.connection, (client) =>
    migrate(client, folder, (sentence) => heard.push(sentence)),
  )
  return heard
}

async function refusal(): Promise<string> {
  const error = await run().catch((reason) => reason)
  if (error instanceof OperatorError) return error.message
  throw new Error('it was not refused', { cause: error })
}

async function landed(): Promise<string[]> {
  const { rows } = await query('SELECT name FROM migrations ORDER BY name')
  return rows.map(({ name }) => name)
}

test('runs migrations in the order of their numbers, each once, and reports those of a later release', async () => {
  write('0002-second.sql', 'INSERT INTO things VALUES (2)')
  write('0001-first.sql', 'CREATE TABLE things (number integer); INSERT INTO things VALUES (1)')
  expect(await run()).toEqual(['Setting up the database.'])
  write('0003-third.sql', 'INSERT INTO things VALUES (3)')
  expect(await run()).toEqual(['Migrating the database: 0003-third.'])
  expect(await run()).toEqual([])
  expect((await query('SELECT number FROM things')).rows.map(({ number }) => number)).toEqual([1, 2, 3])
})

test('rejects an edited migration that has run, but accepts other line ends', async () => {
  write('0001-first.sql', 'CREATE TABLE things (number integer);\nSELECT 1')
  await run()
  write('0001-first.sql', 'CREATE TABLE things (number integer);\r\nSELECT 1')
  expect(await run()).toEqual([])
  write('0001-first.sql', 'CREATE TABLE things (number bigint);\nSELECT 1')
  expect(await refusal()).toBe(
    'The migration 0001-first.sql was changed after it was applied to this database. Put the file back as it was, and make the change in a new migration.',
  )
})

test('rejects a database of a newer version', async () => {
  write('0001-first.sql', 'SELECT 1')
  write('0002-second.sql', 'SELECT 1')
  await run()
  fs.rmSync(path.join(folder, '0002-second.sql'))
  expect(await refusal()).toBe(
    'The database was migrated by a newer version of this program (0002-second). Start that version, or a newer one.',
  )
})

test.each([
  ['with 0001-foundation', 'name text, checksum text', "'0001-foundation', 'x'"],
  ['with 0002-casework', 'name text, checksum text', "'0002-casework', 'x'"],
  [
    'that names the oldest release',
    'name text, checksum text, oldest_release text',
    "'0001-schema', 'x', '1.0.0'",
  ],
])('rejects a database of an earlier state, %s', async (_, columns, values) => {
  await query(`CREATE TABLE migrations (${columns})`)
  await query(`INSERT INTO migrations VALUES (${values})`)
  expect(await refusal()).toBe(
    'The database was made by an earlier state of this program, which this one cannot read. Use an empty DATA_DIR or database.',
  )
})

test('a migration that another program keeps from its tables is undone after 10 seconds [T492]', async () => {
  write('0001-first.sql', 'CREATE TABLE things (number integer)')
  await run()
  write('0002-second.sql', 'ALTER TABLE things ADD COLUMN name text')
  await inSession(database.connection, async (holder) => {
    await holder.query('BEGIN; LOCK TABLE things IN ACCESS SHARE MODE')
    expect(await refusal()).toBe(
      'The migration 0002-second could not lock its tables because another program is using them. Wait for it or stop it, then start again.',
    )
  })
  expect(await landed()).toEqual(['0001-first'])
  expect(await run()).toEqual(['Migrating the database: 0002-second.'])
})

test('rejects a migration with an earlier number, a number used twice, or a wrong name', async () => {
  write('0002-second.sql', 'SELECT 1')
  await run()
  write('0001-first.sql', 'CREATE TABLE things ()')
  expect(await refusal()).toContain('0001-first.sql comes before 0002-second, which is already applied')
  fs.rmSync(path.join(folder, '0001-first.sql'))
  write('0002-other.sql', 'SELECT 1')
  expect(await refusal()).toContain('Two migrations have the number 0002')
  fs.rmSync(path.join(folder, '0002-other.sql'))
  write('3-third.sql', 'SELECT 1')
  expect(await refusal()).toContain('The migration 3-third.sql must be named like')
  expect(await landed()).toEqual(['0002-second'])
})

test('rolls back a failed migration as a whole, and keeps those before it', async () => {
  write('0001-first.sql', 'CREATE TABLE things (number integer)')
  write('0002-second.sql', 'INSERT INTO things VALUES (2); INSERT INTO nowhere VALUES (2)')
  expect(await refusal()).toBe(
    'The migration 0002-second failed and was undone: relation "nowhere" does not exist.',
  )
  expect(await landed()).toEqual(['0001-first'])
  expect((await query('SELECT FROM things')).rowCount).toBe(0)
})

test('four instances can migrate at once', async () => {
  write('0001-first.sql', 'CREATE TABLE things (number integer); SELECT pg_sleep(0.2)')
  write('0002-second.sql', 'INSERT INTO things VALUES (2); SELECT pg_sleep(0.2)')
  const heard = await Promise.all([run(), run(), run(), run()])
  expect(new Set(heard.flat())).toEqual(new Set(['Setting up the database.']))
  expect((await query('SELECT FROM things')).rowCount).toBe(1)
})

test('the next start completes a migration whose start was killed [T489]', async () => {
  write('0001-first.sql', 'CREATE TABLE things (number integer)')
  await run()
  write(
    '0002-second.sql',
    'INSERT INTO things VALUES (2); SELECT pg_advisory_xact_lock(7) /* the kill comes here */; INSERT INTO things VALUES (3)',
  )
  // Held until the kill: the migration can't be sooner.
  await inSession(database.connection, async (holder) => {
    await holder.query('SELECT pg_advisory_lock(7)')
    const first = refusal()
    await untilWaiting(database.ownerDb)
    // What the database sees of a kill.
    await query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    expect(await first).toMatch(/^The connection to the database was lost/)
  })
  expect(await landed()).toEqual(['0001-first'])
  await run()
  expect(await landed()).toEqual(['0001-first', '0002-second'])
  expect((await query('SELECT FROM things')).rowCount).toBe(2)
})
