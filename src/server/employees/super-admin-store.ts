import { placeholderName } from '#server/accounts/placeholder-name.ts'
import type { Connection } from '#server/database/connection.ts'

/** Decision 47: the first super-admin's name is a placeholder, everything else is to be filled in. */
export async function addSuperAdmin(db: Connection, email: string, now: Date): Promise<string | undefined> {
  const row = await db
    .insertInto('employees')
    .values({
      ...placeholderName,
      dob: null,
      email,
      role: 'super-admin',
      password_hash: null,
      password_set_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Answers whether anything had to change. */
export async function makeSuperAdmin(db: Connection, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('employees')
    .set(({ eb }) => ({ role: 'super-admin', updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('role', '!=', 'super-admin')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Whether nobody else could do a super-admin's work: the only one who has a password; where none has one, the only one
 * at all. True until the transaction ends only for whoever changes staff in turn.
 */
export async function isLastSuperAdmin(db: Connection, id: string): Promise<boolean> {
  const superAdmins = await db
    .selectFrom('employees')
    .select(['id', 'password_hash'])
    .where('role', '=', 'super-admin')
    .where('deleted_at', 'is', null)
    .execute()
  const able = superAdmins.filter(({ password_hash }) => password_hash !== null)
  const [first, ...others] = able.length > 0 ? able : superAdmins
  return first?.id === id && others.length === 0
}
