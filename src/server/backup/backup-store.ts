import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { OwnerConnection } from '#server/database/connection.ts'
import { OperatorError } from '#server/operator-error.ts'

export interface Table {
  name: string
  /** Without generated columns. */
  columns: string[]
  /** The primary key: the same rows always produce the same text. */
  order: string[]
  /** Tables that its foreign keys reference. */
  refersTo: string[]
  /** A condition for the rows that are copied; without it, all are. */
  where?: string
}

/** The tables of the schema except `migrations`, each after those that it references. */
export async function listTables(owner: OwnerConnection): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `SELECT c.relname::text AS name,
       ARRAY(SELECT attname::text FROM pg_attribute
             WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
             ORDER BY attnum) AS columns,
       ARRAY(SELECT quote_ident(attname) || CASE WHEN attcollation = 0 THEN '' ELSE ' COLLATE "C"' END
             FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS part (attnum, place)
             JOIN pg_attribute a USING (attnum)
             WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid ORDER BY place) AS "order",
       ARRAY(SELECT relname::text FROM pg_constraint JOIN pg_class other ON other.oid = confrelid
             WHERE conrelid = c.oid AND contype = 'f') AS "refersTo"
     FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
     ORDER BY c.relname COLLATE "C"`,
  )
  const sorted: Table[] = []
  const visited = new Set<Table>()
  const visit = (table: Table): void => {
    if (visited.has(table)) return
    visited.add(table)
    rows.filter(({ name }) => table.refersTo.includes(name)).forEach(visit)
    sorted.push(table)
  }
  rows.forEach(visit)
  return sorted
}

export async function countRows(owner: OwnerConnection, table: string, where = 'true'): Promise<number> {
  const { rows } = await owner.query(
    `SELECT count(*)::float8 AS count FROM ${owner.escapeIdentifier(table)} WHERE ${where}`,
  )
  return rows[0].count
}

export async function serverVersion(owner: OwnerConnection): Promise<string> {
  const { rows } = await owner.query("SELECT current_setting('server_version') AS version")
  return rows[0].version
}

/**
 * Begins a snapshot that blocks no writer. Only a migration waits, because its table is locked before the snapshot is
 * taken.
 */
export async function beginSnapshot(owner: OwnerConnection): Promise<void> {
  await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    await owner.query('SET LOCAL lock_timeout = 0; LOCK TABLE migrations IN SHARE MODE')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error
    throw new OperatorError(
      'The user of DATABASE_URL does not own the tables. Set DATABASE_OWNER_URL to the one that does.',
    )
  }
  await prepareTransaction(owner)
}

export async function endSnapshot(owner: OwnerConnection): Promise<void> {
  await owner.query('COMMIT')
}

/** Sets, for this transaction, no timeouts, and output formats that are the same on every server. */
export async function prepareTransaction(owner: OwnerConnection): Promise<void> {
  await owner.query(
    `SELECT set_config(name, wanted, true) FROM pg_settings JOIN (VALUES
       ('statement_timeout', '0'), ('transaction_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
       ('lock_timeout', '0'), ('TimeZone', 'UTC'), ('DateStyle', 'ISO, YMD'), ('IntervalStyle', 'postgres'),
       ('extra_float_digits', '3'), ('bytea_output', 'hex')) AS fixed (name, wanted) USING (name)`,
  )
}

/** The output of COPY, one line per row. A caller that stops reading early has to end the connection. */
export async function* copyOut(
  owner: OwnerConnection,
  table: Omit<Table, 'refersTo'>,
): AsyncGenerator<Uint8Array> {
  const name = owner.escapeIdentifier(table.name)
  const rows = `SELECT ${listOf(owner, table.columns)} FROM ${name} WHERE ${table.where ?? 'true'} ORDER BY ${table.order.join(', ')}`
  const stream = owner.query(copyTo(`COPY (${rows}) TO STDOUT`))
  // Without a listener, ending the connection under an unread stream would crash Node.js.
  stream.on('error', () => {})
  yield* stream
}

export async function copyIn(
  owner: OwnerConnection,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  text: AsyncIterable<Uint8Array>,
): Promise<void> {
  const target = `${owner.escapeIdentifier(name)} (${listOf(owner, columns)})`
  await pipeline(
    Readable.from(text, { objectMode: false }),
    owner.query(copyFrom(`COPY ${target} FROM STDIN`)),
  )
}

const listOf = (owner: OwnerConnection, names: string[]) =>
  names.map((name) => owner.escapeIdentifier(name)).join(', ')

/** Sets the sequences of identity columns to the largest restored number. */
export async function continueNumbering(owner: OwnerConnection): Promise<void> {
  const { rows } = await owner.query<{ table: string; column: string }>(
    `SELECT table_name::text AS "table", column_name::text AS "column" FROM information_schema.columns
     WHERE table_schema = current_schema() AND is_identity = 'YES'`,
  )
  for (const { table, column } of rows) {
    await owner.query(
      `SELECT setval(pg_get_serial_sequence(quote_ident($1), $2), max(${owner.escapeIdentifier(column)}))
       FROM ${owner.escapeIdentifier(table)}`,
      [table, column],
    )
  }
}

/** Drops our tables and functions. Fails if anything else depends on one. */
export async function dropSchema(owner: OwnerConnection, isOurs: (name: string) => boolean): Promise<void> {
  const { rows } = await owner.query<{ kind: string; name: string; address: string }>(
    `SELECT 'TABLE' AS kind, relname::text AS name, oid::regclass::text AS address FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
     UNION ALL
     SELECT 'FUNCTION', proname::text, oid::regprocedure::text FROM pg_proc
     WHERE pronamespace = current_schema()::regnamespace AND NOT EXISTS (
       SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')`,
  )
  for (const kind of ['TABLE', 'FUNCTION']) {
    const ours = rows.filter((object) => object.kind === kind && isOurs(object.name))
    if (ours.length > 0) await owner.query(`DROP ${kind} ${ours.map(({ address }) => address).join(', ')}`)
  }
}

/** Locks the tables exclusively until the transaction ends. */
export async function lockTables(owner: OwnerConnection, tables: Table[]): Promise<void> {
  const names = tables.map(({ name }) => name)
  if (names.length > 0) await owner.query(`LOCK TABLE ${listOf(owner, names)} IN ACCESS EXCLUSIVE MODE`)
}

/** The last seal that was made before an instant, and the rows that the seals until then list. Never the newest seal. */
export async function sealsUntil(owner: OwnerConnection, before: Date) {
  const { rows } = await owner.query<{ seq: number; hash: Buffer; until: Date; ids: string; rows: number }>(
    `SELECT last.seq::int, last.hash, last.sealed_at AS until, listed.ids, (
       SELECT coalesce(sum(upper(one) - lower(one)), 0)::int FROM unnest(listed.ids::int8multirange) AS one
     ) AS rows
     FROM (
       SELECT * FROM audit_seals
       WHERE sealed_at < $1 AND seq < (SELECT max(seq) FROM audit_seals) ORDER BY seq DESC LIMIT 1
     ) AS last, LATERAL (
       SELECT range_agg(ids)::text AS ids FROM audit_seals, unnest(event_ids) AS ids WHERE seq <= last.seq
     ) AS listed`,
    [before],
  )
  return rows[0]
}

const sealsAtOnce = 500

/**
 * Removes seals until `last` with the rows that they list, the oldest first. In steps, because the tables' triggers are
 * off and nobody else can write to them meanwhile.
 */
export async function removeSeals(
  owner: OwnerConnection,
  last: number,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const { rows: found } = await owner.query('SELECT min(seq)::int AS first FROM audit_seals')
  const { first } = found[0]
  const tables = ['audit_events', 'audit_seals']
  const switchTriggers = (to: string) =>
    owner.query(tables.map((table) => `ALTER TABLE ${table} ${to} TRIGGER ${table}_append_only`).join('; '))
  for (let seq = first; seq <= last; seq += sealsAtOnce) {
    await owner.query('BEGIN')
    await switchTriggers('DISABLE')
    await owner.query(
      `WITH gone AS (DELETE FROM audit_seals WHERE seq <= $1 RETURNING event_ids)
       DELETE FROM audit_events USING gone, unnest(event_ids) AS ids WHERE id >= lower(ids) AND id < upper(ids)`,
      [Math.min(seq + sealsAtOnce - 1, last)],
    )
    await switchTriggers('ENABLE')
    await owner.query('COMMIT')
    progress(Math.min(seq + sealsAtOnce, last) - first, last - first)
  }
}

/** Empty tables for the rows of an archive, which hide those of the same name until the transaction ends. */
export async function makeTrailTables(owner: OwnerConnection): Promise<void> {
  for (const [table, key] of [
    ['audit_events', 'id'],
    ['audit_seals', 'seq'],
  ])
    await owner.query(`CREATE TEMP TABLE ${table} (LIKE ${table}, PRIMARY KEY (${key})) ON COMMIT DROP`)
}

/** Runs `work` in a transaction that is always rolled back: nothing it writes is kept. */
export async function withRollback<T>(owner: OwnerConnection, work: () => Promise<T>): Promise<T> {
  await owner.query('BEGIN')
  try {
    return await work()
  } finally {
    await owner.query('ROLLBACK').catch(() => {})
  }
}
