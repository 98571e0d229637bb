import type { Connection } from '#server/database/connection.ts'
import { addNote } from '#server/notes/store.ts'

export interface DatedNote {
  text: string
  writtenAt: Date
}

/** Writes notes as of earlier days, which the API can't: its clock is the server's. The author is that employee. */
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
  const author = { employeeId: id, email, role }
  await db.transaction().execute(async (trx) => {
    for (const { text, writtenAt } of notes) await addNote(trx, { clientId, text, author }, writtenAt)
  })
}
