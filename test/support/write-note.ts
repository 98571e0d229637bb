import type { NoteInput } from '#contract/notes/schema.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AuditTrail } from '#server/audit/store.ts'
import { calendarDayIn } from '#server/calendar.ts'
import type { Connection } from '#server/database/connection.ts'
import { addNote, newNote, noteAsStored } from '#server/notes/store.ts'

/** Writes a note as its route does. */
export async function writeNote(
  db: Connection,
  { clientId, author, ...input }: NoteInput & { clientId: string; author: Actor; corrects?: string },
  { at, trail, timeZone = 'America/Chicago' }: { at: Date; trail: AuditTrail; timeZone?: string },
) {
  const note = newNote(clientId, input, author, {
    now: at,
    today: calendarDayIn(timeZone)(at),
    timeZone,
  })
  const details = { client: note.clientId, fields: ['text'], ...trail.proofOf(noteAsStored(note)) }
  const audit = trail.row({ at, actor: author, action: 'added', kind: 'note', id: note.id, details })
  return await addNote(db, note, audit, { timeZone })
}
