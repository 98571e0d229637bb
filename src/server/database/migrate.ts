import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { OperatorError } from '#server/operator-error.ts'
import { liftTimeouts } from './connection.ts'
import { lockClass, locks } from './locks.ts'
import { isLockTimeout, isStorageFull, isTransientError } from './transient-errors.ts'

interface AppliedMigration {
  name: string
  checksum: string
  /** Only a database from before 1.0.0 has this column. */
  oldest_release?: string
}

/** Milliseconds. All instances stop before an update, so only a backup or a forgotten program can hold a lock for longer. */
const migrationLockTimeout = 10_000

/**
 * Applies the folder's migrations, each in one transaction with its record, so that after a kill the next start continues.
 * Several instances may do this at once.
 */
export async function migrate(
  client: pg.Client,
  folder: string,
  progress: (sentence: string) => void,
): Promise<void> {
  const migrations = await readMigrations(folder)
  const isNew = (await appliedMigrations(client)).length === 0
  if (isNew) progress('Setting up the database.')
  const report = isNew ? () => {} : progress
  while (nextOf(migrations, await appliedMigrations(client)))
    await withMigrationLock(client, () => runNext(client, migrations, report))
}

/** Applies the migrations inside the caller's transaction, which holds the migration lock. */
export async function migrateInTransaction(
  client: pg.Client,
  migrations: Migration[],
  progress: (sentence: string) => void,
): Promise<void> {
  while (await runNext(client, migrations, progress));
}

/** Returns false if none is left: another instance may have been faster. */
async function runNext(
  client: pg.Client,
  migrations: Migration[],
  progress: (sentence: string) => void,
): Promise<boolean> {
  const next = nextOf(migrations, await appliedMigrations(client))
  if (!next) return false
  progress(`Migrating the database: ${next.name}.`)
  await waitForBackup(client, progress)
  await run(client, next)
  return true
}

/** A backup keeps migrations out by a lock on their table, for as long as it takes. */
async function waitForBackup(client: pg.Client, progress: (sentence: string) => void): Promise<void> {
  await createMigrationsTable(client)
  const { rows } = await client.query(
    `SELECT FROM pg_locks WHERE relation = 'migrations'::regclass AND mode = 'ShareLock' AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  if (rows.length > 0) progress('A backup is being made. The migration waits for its end …')
  await client.query('LOCK TABLE migrations IN EXCLUSIVE MODE')
}

/** Only states of this program that were never released had these. */
const unreleasedMigrations = ['0001-foundation', '0002-casework']

/** Throws if the migrations are those of a database or a backup that was made before 1.0.0. */
export function assertReleased(
  migrations: Pick<AppliedMigration, 'name' | 'oldest_release'>[],
  source: string,
): void {
  const isUnreleased = ({ name, oldest_release }: (typeof migrations)[0]) =>
    unreleasedMigrations.includes(name) || oldest_release !== undefined
  if (!migrations.some(isUnreleased)) return
  throw new OperatorError(
    `${source} was made by an earlier state of this program, which this one cannot read. Use an empty DATA_DIR or database.`,
  )
}

/** The first migration that is not applied yet. Throws if the applied migrations differ from the files. */
function nextOf(migrations: Migration[], applied: AppliedMigration[]): Migration | undefined {
  assertReleased(applied, 'The database')
  for (const [index, { name, checksum }] of applied.entries()) {
    const ours = migrations.find((migration) => migration.name === name)
    if (!ours) {
      throw new OperatorError(
        `The database was migrated by a newer version of this program (${name}). Start that version, or a newer one.`,
      )
    }
    if (ours.checksum !== checksum) {
      throw new OperatorError(
        `The migration ${name}.sql was changed after it was applied to this database. Put the file back as it was, and make the change in a new migration.`,
      )
    }
    const missing = migrations[index]
    if (missing && missing !== ours) {
      throw new OperatorError(
        `The migration ${missing.name}.sql comes before ${name}, which is already applied to this database. Give it the next free number.`,
      )
    }
  }
  return migrations[applied.length]
}

/** The migrations that have run, in order. */
export async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query("SELECT FROM pg_class WHERE oid = to_regclass('migrations')")
  if (tables.length === 0) return []
  // All columns, because `oldest_release` rarely exists.
  const { rows } = await client.query<AppliedMigration>('SELECT * FROM migrations ORDER BY name COLLATE "C"')
  return rows
}

async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    landed_at timestamptz NOT NULL DEFAULT now()
  )`)
}

async function run(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(`SET LOCAL lock_timeout = ${migrationLockTimeout}`)
    await client.query(sql)
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
  } catch (error) {
    if (isLockTimeout(error)) {
      throw new OperatorError(
        `The migration ${name} could not lock its tables because another program is using them. Wait for it or stop it, then start again.`,
      )
    }
    const reason = error instanceof Error ? error.message : String(error)
    if (isTransientError(error)) {
      throw new OperatorError(
        `The connection to the database was lost during the migration ${name}. Start again; it continues from there.`,
      )
    }
    if (isStorageFull(error)) {
      throw new OperatorError(
        `The database's disk is full; the migration ${name} was undone. Free some space, then start again.`,
      )
    }
    throw new OperatorError(`The migration ${name} failed and was undone: ${reason}.`)
  }
}

/**
 * Runs `work` in a transaction that holds the migration lock, so that no two instances migrate at once. The lock belongs to
 * the transaction and not the session: it works behind a transaction pooler and a kill releases it.
 */
export async function withMigrationLock<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    await liftTimeouts(client, 'transaction')
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
  /** The file's name without `.sql`: '0001-schema'. */
  name: string
  sql: string
  /** SHA-256, independent of line ends, which Git may change. */
  checksum: string
}

/** The migrations of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(files.map((file) => readMigration(folder, file)))
  migrations.forEach(({ name }, index) => {
    if (name.slice(0, 4) !== migrations[index + 1]?.name.slice(0, 4)) return
    throw new OperatorError(
      `Two migrations have the number ${name.slice(0, 4)}. Give the one that is not applied anywhere the next free number.`,
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
