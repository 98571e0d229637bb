import type { Selectable } from 'kysely'
import type { Note } from '#contract/notes/schema.ts'
import type { NoteTable } from '#server/database/tables.ts'

export const noteColumns = [
  'id',
  'client_id',
  'text',
  'author_email',
  'created_at',
  'edited_at',
  'edited_by_email',
  'version',
] as const

export type NoteRow = Pick<Selectable<NoteTable>, (typeof noteColumns)[number]>

export function noteOf(row: NoteRow): Note {
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
