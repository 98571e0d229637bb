import type { Note, NoteVersion } from '#contract/notes/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { markDeleted } from '#server/database/mark-deleted.ts'
import { isRecordId } from '#server/database/record-id.ts'
import { noteColumns, noteOf } from './row-store.ts'

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
    })
    .returning(noteColumns)
    .executeTakeFirstOrThrow()
  return noteOf(row)
}

/** A living note of that client; of another client's, nothing. */
export async function noteOfClient(db: Connection, clientId: string, id: string): Promise<Note | undefined> {
  if (!isRecordId(id)) return undefined
  const row = await db
    .selectFrom('notes')
    .select(noteColumns)
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && noteOf(row)
}

/** Replaces the text of a note whose client the transaction holds, and keeps the earlier one (decision 10). */
export async function editNote(
  trx: Connection,
  before: Note,
  text: string,
  byEmail: string,
  now: Date,
): Promise<Note> {
  await trx
    .insertInto('note_versions')
    .values({
      note_id: before.id,
      version: before.version,
      text: before.text,
      author_email: before.editedBy ?? before.author,
      written_at: new Date(before.editedAt ?? before.createdAt),
    })
    .execute()
  const row = await trx
    .updateTable('notes')
    .set(({ eb }) => ({ text, edited_at: now, edited_by_email: byEmail, version: eb('version', '+', 1) }))
    .where('id', '=', before.id)
    .returning(noteColumns)
    .executeTakeFirstOrThrow()
  return noteOf(row)
}

/** Marks a note whose client the transaction holds as deleted (decision 18). */
export async function deleteNote(trx: Connection, id: string, by: string, now: Date): Promise<void> {
  await markDeleted(trx, 'notes', id, by, now)
}

/** The earlier texts of a note, the newest of them first (decision 37). */
export async function versionsOfNote(db: Connection, id: string): Promise<NoteVersion[]> {
  const rows = await db
    .selectFrom('note_versions')
    .select(['version', 'text', 'author_email', 'written_at'])
    .where('note_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ version, text, author_email, written_at }) => ({
    version,
    text,
    author: author_email,
    at: written_at.toISOString(),
  }))
}
