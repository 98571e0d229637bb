import type { Actor } from '#server/access/actor.ts'
import type { AuditTrail } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { addNote, newNote, noteAsStored } from '#server/notes/store.ts'

/** Writes a note as its route does. */
export async function writeNote(
  db: Connection,
  { clientId, text, author }: { clientId: string; text: string; author: Actor },
  { at, trail }: { at: Date; trail: AuditTrail },
) {
  const note = newNote(clientId, { text }, author, at)
  const details = { client: note.clientId, fields: ['text'], ...trail.proofOf(noteAsStored(note)) }
  const audit = trail.row({ at, actor: author, action: 'added', kind: 'note', id: note.id, details })
  return await addNote(db, note, audit)
}
