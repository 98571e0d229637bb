import type { Actor } from '#server/access/actor.ts'
import type { AuditTrail } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { addNote, newNote, noteAsStored } from '#server/notes/store.ts'
import { signedIn } from './people.ts'

export interface DatedNote {
  text: string
  writtenAt: Date
}

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

/** Writes notes of earlier days by the employee with that email. The API takes the date from the server's clock. */
export async function writeDatedNotes(
  { db, trail }: { db: Connection; trail: AuditTrail },
  clientId: string,
  email: string,
  notes: readonly DatedNote[],
): Promise<void> {
  const { id, role } = await db
    .selectFrom('employees')
    .select(['id', 'role'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const author = { employeeId: id, email, role, ...signedIn }
  await db.transaction().execute(async (trx) => {
    for (const { text, writtenAt } of notes)
      await writeNote(trx, { clientId, text, author }, { at: writtenAt, trail })
  })
}
