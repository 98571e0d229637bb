import { sql } from 'kysely'
import type { Note } from '#contract/notes/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { keptPlan } from '#server/database/kept-plans.ts'
import { isRecordId } from '#server/database/record-id.ts'
import { type NoteRow, noteColumnList, noteOf } from './row-store.ts'

export interface NoteList {
  /** As the table spells it. */
  clientId: string
  items: Note[]
  /** How many living notes the client has. */
  total: number
  /** The last note's id, if older ones follow. */
  last: string | null
}

/** Where a page of notes begins: behind a note of the client. */
export interface NotePlace {
  created_at: Date
  id: string
}

/**
 * The living notes of a living client, newest first (decision 37); with a limit at most so many, older than the place.
 * Undefined where no such client is. One statement answers all of it.
 */
export async function notesOfClient(
  db: Connection,
  clientId: string,
  { limit, after }: { limit?: number | undefined; after?: NotePlace | undefined } = {},
): Promise<NoteList | undefined> {
  if (!isRecordId(clientId)) return undefined
  const living = sql`notes.client_id = clients.id AND notes.deleted_at IS NULL`
  const isOlder = after ? sql`AND (created_at, id) < (${after.created_at}, ${after.id}::uuid)` : sql``
  // Counted beside the notes: among their columns it would be for each of them. Whoever asks for all can count them.
  const count = limit ? sql`SELECT count(*) FROM notes WHERE ${living}` : sql`SELECT NULL`
  const { rows } = await sql<{ spelled: string; total: number | null } & (NoteRow | { id: null })>`
    SELECT ${keptPlan} clients.id AS spelled, counted.total, ${noteColumnList}
    FROM clients CROSS JOIN LATERAL (${count}) AS counted (total) LEFT JOIN LATERAL (
      SELECT * FROM notes WHERE ${living} ${isOlder}
      ORDER BY created_at DESC, id DESC ${limit ? sql`LIMIT ${limit + 1}` : sql``}
    ) AS notes ON true
    WHERE clients.id = ${clientId} AND clients.deleted_at IS NULL
    ORDER BY notes.created_at DESC, notes.id DESC`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const notes = rows.filter((row) => row.id !== null)
  const items = notes.slice(0, limit).map(noteOf)
  const hasMore = limit !== undefined && notes.length > limit
  return {
    clientId: first.spelled,
    items,
    total: first.total ?? notes.length,
    last: (hasMore && items.at(-1)?.id) || null,
  }
}

/** Where a note of a client stands. One deleted since still marks its place, and notes written since don't move it. */
export async function placeOfNote(
  db: Connection,
  clientId: string,
  id: string,
): Promise<NotePlace | undefined> {
  if (!isRecordId(clientId)) return undefined
  return await db
    .selectFrom('notes')
    .select(['created_at', 'id'])
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}
