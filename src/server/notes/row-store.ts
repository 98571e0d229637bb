import type { Note } from '#contract/notes/schema.ts'
import { columnsOf } from '#server/database/columns.ts'
import { isoOfText } from '#server/database/instants.ts'

/** What is read of a note. Instants are read as text. */
export type NoteRow = Omit<Note, '_id' | 'date'>

/** What a statement about `notes` selects or returns for `noteOf`. */
export const { columns: noteColumns, list: noteColumnList } = columnsOf<NoteRow>({
  id: 'notes.id',
  clientId: 'notes.client_id',
  text: 'notes.text',
  author: 'notes.author_email',
  createdAt: 'notes.created_at::text',
  editedAt: 'notes.edited_at::text',
  editedBy: 'notes.edited_by_email',
  version: 'notes.version',
})

/** What else a statement answers beside a note goes along; no reply schema names it. */
export function noteOf(row: NoteRow): Note {
  const createdAt = isoOfText(row.createdAt)
  return {
    _id: row.id,
    ...row,
    date: createdAt,
    createdAt,
    editedAt: row.editedAt && isoOfText(row.editedAt),
  }
}
