import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { OperatorError } from '#server/operator-error.ts'
import type { Table } from './catalogue-store.ts'
import type { BackupHeader } from './format.ts'

/**
 * From here on the connection sees one moment of the database, however long it takes, and blocks no writer. Only a
 * migration waits meanwhile: the lock is taken before the moment is fixed. Ended with the connection, or by COMMIT.
 */
export async function beginSnapshot(owner: pg.Client): Promise<void> {
  await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    await owner.query('LOCK TABLE migrations IN SHARE MODE')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error
    throw new OperatorError(
      'The user of DATABASE_URL does not own the tables. Set DATABASE_OWNER_URL to the one that does.',
    )
  }
  await takeAsLongAsNeeded(owner)
  await fixText(owner)
}

export async function endSnapshot(owner: pg.Client): Promise<void> {
  await owner.query('COMMIT')
}

/** A server may end long transactions; not every version knows every one of these settings. */
export async function takeAsLongAsNeeded(owner: pg.Client): Promise<void> {
  await owner.query(
    `SELECT set_config(name, '0', true) FROM pg_settings
     WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout')`,
  )
}

/** Until the transaction ends a value is the same text on every server. */
export async function fixText(owner: pg.Client): Promise<void> {
  await owner.query(
    `SELECT set_config(name, setting, true) FROM (VALUES ('TimeZone', 'UTC'), ('DateStyle', 'ISO, YMD'),
       ('IntervalStyle', 'postgres'), ('extra_float_digits', '3'), ('bytea_output', 'hex')) AS fixed (name, setting)`,
  )
}

export async function versionAndLevel(
  owner: pg.Client,
): Promise<Pick<BackupHeader, 'postgres' | 'migrations'>> {
  const { rows: versions } = await owner.query("SELECT current_setting('server_version') AS postgres")
  const { rows: migrations } = await owner.query(
    'SELECT name, checksum FROM migrations ORDER BY name COLLATE "C"',
  )
  return { postgres: versions[0].postgres, migrations }
}

export async function countRows(owner: pg.Client, table: string): Promise<number> {
  const { rows } = await owner.query(`SELECT count(*)::float8 AS count FROM ${owner.escapeIdentifier(table)}`)
  return rows[0].count
}

/** The rows of a table as COPY writes them, a line each. Whoever stops reading early has to end the connection. */
export async function* textOf(owner: pg.Client, table: Table): AsyncGenerator<Buffer> {
  const columns = columnList(owner, table.columns)
  const name = owner.escapeIdentifier(table.name)
  const order = table.order.length > 0 ? table.order.join(', ') : `${name}::text COLLATE "C"`
  const stream = owner.query(copyTo(`COPY (SELECT ${columns} FROM ${name} ORDER BY ${order}) TO STDOUT`))
  // Ending the connection under a stream that nobody reads any more must not end Node.
  stream.on('error', () => {})
  yield* stream
}

export function columnList(owner: pg.Client, columns: string[]): string {
  return columns.map((column) => owner.escapeIdentifier(column)).join(', ')
}
