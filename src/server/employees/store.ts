import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'

/** The living employee with that e-mail address, regardless of case (decision 19). */
export async function accountByEmail(db: Connection, email: string) {
  return await db
    .selectFrom('employees')
    .select(['id', 'email', 'role', 'password_hash'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export type Account = NonNullable<Awaited<ReturnType<typeof accountByEmail>>>

/** Whether password, role and life of the account are what they were; holds the row until the transaction ends. */
export async function isStillAccount(db: Connection, account: Account): Promise<boolean> {
  const row = await db
    .selectFrom('employees')
    .select('id')
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .where('role', '=', account.role)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** The same password under newer parameters. */
export async function replaceHash(db: Connection, id: string, passwordHash: string): Promise<void> {
  await db.updateTable('employees').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** Holds an employee's row until the transaction ends, so that two links can't be made side by side. */
export async function lockEmployee(db: Connection, id: string): Promise<void> {
  await db.selectFrom('employees').select('id').where('id', '=', id).forUpdate().execute()
}

export async function storePassword(
  db: Connection,
  id: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('employees')
    .set({ password_hash: passwordHash, password_set_at: now })
    .where('id', '=', id)
    .execute()
}

/** Whether anybody can sign in yet: until then every start prints a set-up link (decision 47). */
export async function anyoneHasPassword(db: Connection): Promise<boolean> {
  const row = await db
    .selectFrom('employees')
    .select('id')
    .where('password_hash', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Decision 47: the first super-admin's name is a placeholder, everything else is to be filled in. */
export async function addSuperAdmin(db: Connection, email: string, now: Date): Promise<string | undefined> {
  const row = await db
    .insertInto('employees')
    .values({
      first_name: 'Super',
      last_name: 'Admin',
      dob: null,
      email,
      role: 'super-admin',
      password_hash: null,
      password_set_at: null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      deleted_by: null,
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
