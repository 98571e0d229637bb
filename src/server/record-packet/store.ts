import { sql } from 'kysely'
import type { Note } from '#contract/notes/schema.ts'
import type { Disclosure } from '#contract/record-packet/endpoints.ts'
import type { Connection } from '#server/database/connection.ts'
import { fetchInBatches } from '#server/database/list-cursor.ts'
import { type NoteRow, noteColumns, notesFrom, toNote } from '#server/notes/store.ts'

/** Between two reads the longest notes are drawn sooner than PostgreSQL ends an idle transaction. */
const notesAtOnce = 50

/** Reads as if at one moment, whatever others change meanwhile. */
export function snapshot<Result>(db: Connection, read: (trx: Connection) => Promise<Result>) {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** A client's existing notes, the day of the service or else of writing deciding the order, a few at a time. */
export async function* notesInOrder(
  trx: Connection,
  clientId: string,
  timeZone: string,
): AsyncGenerator<Note> {
  const query = sql<NoteRow>`
    SELECT ${sql.raw(noteColumns)} FROM ${sql.raw(notesFrom)}
    WHERE notes.client_id = ${clientId} AND notes.deleted_at IS NULL
    ORDER BY coalesce(notes.service_date, (notes.created_at AT TIME ZONE ${timeZone})::date), notes.created_at, notes.id`
  for await (const rows of fetchInBatches(trx, query, notesAtOnce)) yield* rows.map(toNote)
}

export async function employeeName(db: Connection, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('employees')
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name
}

export async function addDisclosure(
  trx: Connection,
  clientId: string,
  { at, by, byName, recipient, purpose, from, to, sha256 }: Disclosure,
): Promise<void> {
  await trx
    .insertInto('disclosures')
    .values({
      client_id: clientId,
      made_at: new Date(at),
      email: by,
      name: byName,
      recipient,
      purpose,
      from_day: from,
      to_day: to,
      sha256,
    })
    .execute()
}

/** Newest first. */
export async function listDisclosures(db: Connection, clientId: string): Promise<Disclosure[]> {
  const rows = await db
    .selectFrom('disclosures')
    .select(['made_at', 'email', 'name', 'recipient', 'purpose', 'from_day', 'to_day', 'sha256'])
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ made_at, email, name, recipient, purpose, from_day, to_day, sha256 }) => ({
    at: made_at.toISOString(),
    by: email,
    byName: name,
    recipient,
    purpose,
    from: from_day,
    to: to_day,
    sha256,
  }))
}
