import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'
import { foldedEmail } from './folded-email.ts'

/*
 * What employees sign in with. Whatever makes sessions or links, or ends those of an employee, holds the employee's row
 * first; to sign out of one session needs no such lock.
 */

const columns = ['id', 'email', 'role', 'password_hash'] as const

/** The living employee with that email address, regardless of case (decision 19). */
export async function accountByEmail(db: Connection, email: string) {
  return await living(db).where(sql`lower(email)`, '=', foldedEmail(email)).executeTakeFirst()
}

/** The same; holds the row until the transaction ends, so that address and password stay what they are. */
export async function lockedAccountByEmail(db: Connection, email: string): Promise<Account | undefined> {
  return await living(db)
    .where(sql`lower(email)`, '=', foldedEmail(email))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function accountById(db: Connection, id: string): Promise<Account | undefined> {
  return await living(db).where('id', '=', id).executeTakeFirst()
}

const living = (db: Connection) => db.selectFrom('employees').select(columns).where('deleted_at', 'is', null)

export type Account = NonNullable<Awaited<ReturnType<typeof accountByEmail>>>

/** Whether the account is what it was: password, role, email, life. Holds the row until the transaction ends. */
export async function isStillAccount(db: Connection, account: Account): Promise<boolean> {
  const row = await living(db)
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .where('role', '=', account.role)
    .where('email', '=', account.email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Holds an employee's row until the transaction ends, so that two links can't be made side by side. */
export async function lockEmployee(db: Connection, id: string): Promise<void> {
  await db.selectFrom('employees').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** The same password under newer parameters. */
export async function replaceHash(db: Connection, id: string, passwordHash: string): Promise<void> {
  await db.updateTable('employees').set({ password_hash: passwordHash }).where('id', '=', id).execute()
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
  const row = await living(db).where('password_hash', 'is not', null).limit(1).executeTakeFirst()
  return row !== undefined
}
