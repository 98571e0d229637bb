import type { Connection } from '#server/database/connection.ts'
import { addNote } from '#server/notes/store.ts'
import { signedIn } from './people.ts'

export interface DatedNote {
  text: string
  writtenAt: Date
}

/** Writes notes of earlier days by the employee with that email. The API takes the date from the server's clock. */
export async function writeDatedNotes(
  db: Connection,
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
    for (const { text, writtenAt } of notes) await addNote(trx, { clientId, text, author }, writtenAt)
  })
}
