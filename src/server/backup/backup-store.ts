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

export async function countRows(owner: OwnerConnection, table: string): Promise<number> {
  const { rows } = await owner.query(`SELECT count(*)::float8 AS count FROM ${owner.escapeIdentifier(table)}`)
  return rows[0].count
}

export async function serverVersion(owner: OwnerConnection): Promise<string> {
  const { rows } = await owner.query("SELECT current_setting('server_version') AS version")
  return rows[0].version
}

/**
 * Begins a snapshot that blocks no writer. Only a migration is held up, because its table is locked before the snapshot is
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
  const rows = `SELECT ${listOf(owner, table.columns)} FROM ${name} ORDER BY ${table.order.join(', ')}`
  const stream = owner.query(copyTo(`COPY (${rows}) TO STDOUT`))
  // Without a listener, ending the connection under an unread stream would crash Node.js.
  stream.on('error', () => {})
  yield* stream
}

/** Fills an empty table. */
export async function copyIn(
  owner: OwnerConnection,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  text: AsyncIterable<Uint8Array>,
): Promise<void> {
  const target = `${owner.escapeIdentifier(name)} (${listOf(owner, columns)})`
  const creates = await dropIndexesAndReferences(owner, name)
  await pipeline(
    Readable.from(text, { objectMode: false }),
    owner.query(copyFrom(`COPY ${target} FROM STDIN`)),
  )
  await owner.query(creates)
}

/**
 * Drops the table's references and its indexes, except those of its keys, and returns the statements that create them again:
 * it is much faster to do so once the rows are there than to check each row and to add it to each index.
 */
async function dropIndexesAndReferences(owner: OwnerConnection, table: string): Promise<string> {
  const { rows } = await owner.query<{ drops: string; creates: string }>(
    `SELECT coalesce(string_agg(drops, '; '), '') AS drops, coalesce(string_agg(creates, '; '), '') AS creates FROM (
       SELECT 'DROP INDEX ' || indexrelid::regclass AS drops, pg_get_indexdef(indexrelid) AS creates FROM pg_index
       WHERE indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
       UNION ALL
       SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
         format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
       FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'f'
     ) AS statements`,
    [owner.escapeIdentifier(table)],
  )
  const [{ drops, creates } = { drops: '', creates: '' }] = rows
  await owner.query(drops)
  return creates
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
