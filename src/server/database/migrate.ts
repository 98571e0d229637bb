import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { OperatorError } from '#server/operator-error.ts'
import { lockClass, locks } from './locks.ts'
import { isFullError, isTransientError } from './transient-errors.ts'

interface Landed {
  name: string
  checksum: string
}

/**
 * Brings the database to the newest of the folder's migrations, each in one transaction with its record:
 * killed at any moment, the next start goes on. Several instances may do this at once.
 */
export async function migrate(
  client: pg.Client,
  folder: string,
  progress: (sentence: string) => void,
): Promise<void> {
  const migrations = await readMigrations(folder)
  while (nextOf(migrations, await landedIn(client)))
    await inMigrationLock(client, () => runNext(client, migrations, progress))
}

/** Inside the caller's transaction, which holds the migration lock: brings the schema to the newest of the migrations. */
export async function migrateWithin(
  client: pg.Client,
  migrations: Migration[],
  progress: (sentence: string) => void,
): Promise<void> {
  while (await runNext(client, migrations, progress));
}

/** Answers false where none is left: another instance may have been faster. */
async function runNext(
  client: pg.Client,
  migrations: Migration[],
  progress: (sentence: string) => void,
): Promise<boolean> {
  const next = nextOf(migrations, await landedIn(client))
  if (!next) return false
  progress(`Migrating the database: ${next.name}.`)
  await run(client, next)
  return true
}

/** The first migration that has not landed; whatever does not fit is a sentence, before anything is changed. */
function nextOf(migrations: Migration[], landed: Landed[]): Migration | undefined {
  for (const [index, { name, checksum }] of landed.entries()) {
    const ours = migrations.find((migration) => migration.name === name)
    if (!ours) {
      throw new OperatorError(
        `The database was migrated by a newer version of this program (${name}). Start that version, or a newer one.`,
      )
    }
    if (ours.checksum !== checksum) {
      throw new OperatorError(
        `The migration ${name}.sql was changed after it had landed in this database. Put the file back as it was, and make the change in a new migration.`,
      )
    }
    const missing = migrations[index]
    if (missing && missing !== ours) {
      throw new OperatorError(
        `The migration ${missing.name}.sql comes before ${name}, which has landed in this database already. Give it the next free number.`,
      )
    }
  }
  return migrations[landed.length]
}

/** The migrations that have run, in order. */
export async function landedIn(client: pg.Client): Promise<Landed[]> {
  const { rows: tables } = await client.query("SELECT FROM pg_class WHERE oid = to_regclass('migrations')")
  if (tables.length === 0) return []
  const { rows } = await client.query<Landed>(
    'SELECT name, checksum FROM migrations ORDER BY name COLLATE "C"',
  )
  return rows
}

async function createRecord(client: pg.Client): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    landed_at timestamptz NOT NULL DEFAULT now()
  )`)
}

async function run(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await createRecord(client)
    await client.query(sql)
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (isTransientError(error)) {
      throw new OperatorError(
        `The database went away during the migration ${name}. Start again; it goes on from there.`,
      )
    }
    if (isFullError(error)) {
      throw new OperatorError(
        `The database's disk is full; the migration ${name} was undone. Make room, then start again.`,
      )
    }
    throw new OperatorError(`The migration ${name} failed and was undone: ${reason}.`)
  }
}

/**
 * A transaction that no other instance's migration overlaps. The lock belongs to the transaction and not to
 * the session: it holds behind a transaction pooler too, and a killed holder's is gone with its transaction.
 */
export async function inMigrationLock<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [lockClass, locks.migrations])
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

export interface Migration {
  /** The file's name without `.sql`: '0001-foundation'. */
  name: string
  sql: string
  /** SHA-256, alike for both kinds of line ends: Git may change those. */
  checksum: string
}

/** The migrations of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(files.map((file) => readMigration(folder, file)))
  migrations.forEach(({ name }, index) => {
    if (name.slice(0, 4) !== migrations[index + 1]?.name.slice(0, 4)) return
    throw new OperatorError(
      `Two migrations have the number ${name.slice(0, 4)}. Give the one that has not landed anywhere the next free number.`,
    )
  })
  return migrations
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file)) {
    throw new OperatorError(`The migration ${file} must be named like 0002-what-it-does.sql. Rename it.`)
  }
  const sql = (await fs.readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
  return {
    name: file.slice(0, -'.sql'.length),
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
  }
}

/** Tables to which the app's role may only add rows. Where that role owns the tables, their triggers refuse changes. */
const appendOnlyTables = ['audit_events', 'audit_seals', 'audit_links']

/** What the app may read but never write: the record of migrations. */
const readOnlyTables = ['migrations']

/** Gives the app's role what it needs on the owner's tables, after every migration: tables may be new. */
export async function grantRights(owner: pg.Client, role: string): Promise<void> {
  await inMigrationLock(owner, () => grantWithin(owner, role))
}

/** The same inside the caller's transaction, which holds the migration lock. */
export async function grantWithin(owner: pg.Client, role: string): Promise<void> {
  const to = owner.escapeIdentifier(role)
  const { rows } = await owner.query<{ schema: string; database: string }>(
    `SELECT quote_ident(coalesce(current_schema(), 'public')) AS schema, quote_ident(current_database()) AS database`,
  )
  const { schema, database } = rows[0] ?? {}
  await owner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${to}`)
  await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to}`)
  await owner.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to}`)
  // A temporary table of the same name would swallow the rows of the trail. Only a database's owner can revoke this.
  await owner.query(`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`)
  await revoke(owner, appendOnlyTables, 'UPDATE, DELETE, TRUNCATE', to)
  await revoke(owner, readOnlyTables, 'INSERT, UPDATE, DELETE, TRUNCATE', to)
  // A row with a number of one's own choice would take that of a later one.
  for (const { name, columns } of await revoke(owner, ['audit_events'], 'INSERT', to))
    await owner.query(`GRANT INSERT (${columns}) ON ${name} TO ${to}`)
}

/** Answers the tables that are there, with the columns whose values nobody but the database makes left out. */
async function revoke(owner: pg.Client, tables: string[], rights: string, from: string) {
  const { rows } = await owner.query<{ name: string; columns: string }>(
    `SELECT quote_ident(relname) AS name, (
       SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
       WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attidentity = ''
     ) AS columns
     FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND relname = ANY ($1)`,
    [tables],
  )
  for (const { name } of rows) await owner.query(`REVOKE ${rights} ON ${name} FROM ${from}`)
  return rows
}
