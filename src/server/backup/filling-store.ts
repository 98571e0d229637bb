import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { objectsOf, type SchemaObject, type Table } from './catalogue-store.ts'
import type { BackupHeader } from './format.ts'
import { columnList, fixText } from './snapshot-store.ts'

/** Nobody else reads or writes these tables until the transaction ends. */
export async function lockTables(owner: pg.Client, tables: Table[]): Promise<void> {
  if (tables.length === 0) return
  await owner.query(
    `LOCK TABLE ${columnList(
      owner,
      tables.map(({ name }) => name),
    )} IN ACCESS EXCLUSIVE MODE`,
  )
}

/** What others have built upon our things makes this fail: nothing of theirs is dropped along. */
export async function dropObjects(
  owner: pg.Client,
  isOurs: (object: SchemaObject) => boolean,
): Promise<void> {
  const objects = (await objectsOf(owner)).filter(isOurs)
  for (const kind of [
    'VIEW',
    'MATERIALIZED VIEW',
    'TABLE',
    'SEQUENCE',
    'FUNCTION',
    'PROCEDURE',
    'TYPE',
  ] as const) {
    const addresses = objects.filter((object) => object.kind === kind).map(({ address }) => address)
    if (addresses.length > 0) await owner.query(`DROP ${kind} ${addresses.join(', ')}`)
  }
}

/** Puts rows, written by COPY, into a table. */
export async function fillTable(
  owner: pg.Client,
  { name, columns }: BackupHeader['tables'][number],
  text: AsyncIterable<Uint8Array>,
): Promise<void> {
  const target = `${owner.escapeIdentifier(name)} (${columnList(owner, columns)})`
  await pipeline(
    Readable.from(text, { objectMode: false }),
    owner.query(copyFrom(`COPY ${target} FROM STDIN`)),
  )
}

export async function setCounters(owner: pg.Client, counters: BackupHeader['counters']): Promise<void> {
  for (const { table, column, last } of counters) {
    await owner.query('SELECT setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint)', [
      table,
      column,
      last,
    ])
  }
}

/** Reads with the settings of a backup, and leaves the transaction with those it had. */
export async function withFixedText<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  await owner.query('SAVEPOINT fixed_text')
  await fixText(owner)
  const result = await work()
  await owner.query('ROLLBACK TO SAVEPOINT fixed_text')
  return result
}
