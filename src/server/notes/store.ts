import type { Selectable } from 'kysely'
import type { Note } from '#contract/notes/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import type { NoteTable } from '#server/database/tables.ts'

const columns = [
  'id',
  'client_id',
  'text',
  'author_email',
  'created_at',
  'edited_at',
  'edited_by_email',
  'version',
] as const

/** The living notes of a client, newest first (decision 37). */
export async function notesOfClient(db: Connection, clientId: string): Promise<Note[]> {
  const rows = await db
    .selectFrom('notes')
    .select(columns)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(noteOf)
}

interface NewNote {
  clientId: string
  text: string
  author: { employeeId: string; email: string }
}

export async function addNote(db: Connection, { clientId, text, author }: NewNote, now: Date): Promise<Note> {
  const row = await db
    .insertInto('notes')
    .values({
      client_id: clientId,
      text,
      author_id: author.employeeId,
      author_email: author.email,
      created_at: now,
      edited_at: null,
      edited_by_email: null,
      deleted_at: null,
      deleted_by: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return noteOf(row)
}

type NoteRow = Pick<Selectable<NoteTable>, (typeof columns)[number]>

function noteOf(row: NoteRow): Note {
  const createdAt = row.created_at.toISOString()
  return {
    _id: row.id,
    id: row.id,
    clientId: row.client_id,
    text: row.text,
    author: row.author_email,
    date: createdAt,
    createdAt,
    editedAt: row.edited_at?.toISOString() ?? null,
    editedBy: row.edited_by_email,
    version: row.version,
  }
}
