import { openDatabase } from '#server/database/open-database.ts'
import { addNote } from '#server/notes/store.ts'
import type { TestInstance } from './running-product.ts'
import { root } from './source-tree.ts'

export interface DatedNote {
  text: string
  writtenAt: Date
}

/** Writes notes as of earlier days, which the API can't: its clock is the server's. The author is that employee. */
export async function writeDatedNotes(
  { dataDir }: Pick<TestInstance, 'dataDir'>,
  clientId: string,
  email: string,
  notes: readonly DatedNote[],
): Promise<void> {
  const database = await openDatabase(
    { kind: 'embedded', dataDir },
    { progress: () => {}, log: console, migrations: `${root}/migrations`, mode: 'attach', poolSize: 1 },
  )
  try {
    const { id, role } = await database.db
      .selectFrom('employees')
      .select(['id', 'role'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const author = { employeeId: id, email, role }
    await database.db.transaction().execute(async (trx) => {
      for (const { text, writtenAt } of notes) await addNote(trx, { clientId, text, author }, writtenAt)
    })
  } finally {
    await database.close()
  }
}
