import { seed } from '#server/seed/seed.ts'
import { createTestDatabase } from './test-database.ts'

/** A database with one employee, who can be whoever adds clients. */
export async function createDatabaseWithAuthor(now: Date) {
  const database = await createTestDatabase()
  await seed(database.db, { employees: 1, clients: 0, notes: 0, messages: 0 }, { now, timeZone: 'UTC' })
  const author = await database.db.selectFrom('employees').select('id').executeTakeFirstOrThrow()
  return { database, by: author.id }
}
