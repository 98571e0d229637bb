import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Connection } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import { onlyConnection } from '#server/database/only-connection.ts'
import type { Database } from '#server/database/tables.ts'
import { type CopyRow, copyText } from './copy-text.ts'
import type { Author, NotedClient } from './notes.ts'
import { indexOfSeedId, type NumberedKind, seedIdRange } from './record-ids.ts'

/** A transaction in which rows can be streamed into a table beside the usual queries. */
export interface SeedTransaction {
  db: Connection
  /** Hands rows, all with the same columns, over as they are made, so that memory stays flat however many there are. */
  copy(table: keyof Database, rows: Generator<CopyRow>, onRow?: () => void): Promise<void>
}

/** All or nothing. Whatever goes wrong ends the connection, and with it the transaction. */
export async function inSeedTransaction<T>(
  pool: pg.Pool,
  work: (seed: SeedTransaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const db = onlyConnection(client as pg.Client & pg.PoolClient)
    // One seed at a time, the next goes on behind it.
    await takeLock(db, 'seed')
    const result = await work({
      db,
      copy: (table, rows, onRow) => copyRows(client, table, rows, onRow),
    })
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function copyRows(
  client: pg.PoolClient,
  table: string,
  rows: Generator<CopyRow>,
  onRow?: () => void,
): Promise<void> {
  const { value: first, done } = rows.next()
  if (done) return
  const columns = Object.keys(first)
  const names = columns.map((name) => client.escapeIdentifier(name)).join(', ')
  const into = client.query(copyFrom(`COPY ${client.escapeIdentifier(table)} (${names}) FROM STDIN`))
  await pipeline(Readable.from(copyText(columns, withFirst(first, rows), onRow)), into)
}

function* withFirst<T>(first: T, rest: Iterable<T>): Generator<T> {
  yield first
  yield* rest
}

const tables = {
  employee: 'employees',
  client: 'clients',
  note: 'notes',
  message: 'contact_messages',
} as const satisfies Record<NumberedKind, keyof Database>

/** The number at which the next run goes on; deleted records count, as their rows are still there. */
export async function nextIndex(db: Connection, kind: NumberedKind): Promise<number> {
  const { first, last } = seedIdRange(kind)
  const row = await db
    .selectFrom(tables[kind])
    .select('id')
    .where('id', '>=', first)
    .where('id', '<=', last)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? indexOfSeedId(row.id) + 1 : 0
}

/** The living made-up employees; where there are none, all living ones. */
export async function possibleAuthors(db: Connection): Promise<Author[]> {
  const living = db
    .selectFrom('employees')
    .select(['id', 'email', 'role'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
  const { first, last } = seedIdRange('employee')
  const madeUp = await living.where('id', '>=', first).where('id', '<=', last).execute()
  return madeUp.length > 0 ? madeUp : await living.execute()
}

/** The living made-up clients, oldest first; where there are none, all living ones. */
export async function possibleClients(db: Connection): Promise<NotedClient[]> {
  const living = db
    .selectFrom('clients')
    .select(['id', 'first_name as firstName', 'address', 'service', 'created_at as createdAt'])
    .select(sql<Date | null>`CASE WHEN status = 'discharged' THEN updated_at END`.as('leftAt'))
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
  const { first, last } = seedIdRange('client')
  const madeUp = await living.where('id', '>=', first).where('id', '<=', last).execute()
  return madeUp.length > 0 ? madeUp : await living.execute()
}

/** The email addresses that are taken, in small letters. */
export async function takenEmails(db: Connection): Promise<Set<string>> {
  const rows = await db.selectFrom('employees').select('email').where('deleted_at', 'is', null).execute()
  return new Set(rows.map(({ email }) => email.toLowerCase()))
}

/** Lets the planner know the new rows, and reads them ready for quick counting. */
export async function tidyUpAfterSeed(owner: pg.ClientBase): Promise<void> {
  await owner.query(
    'VACUUM (ANALYZE) employees, clients, client_status_changes, notes, note_versions, contact_messages',
  )
}
