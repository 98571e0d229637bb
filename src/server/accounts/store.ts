import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { linkHours } from '#contract/session/limits.ts'
import type { Connection } from '#server/database/connection.ts'

/*
 * What employees sign in with: address, password, one-time links. Whatever makes or ends sessions or links of an employee
 * locks the employee's row first; signing out of one session needs no such lock.
 */

const columns = ['id', 'email', 'role', 'password_hash'] as const

/**
 * An email address as it is looked up and counted, regardless of case. Only A–Z are folded: stored addresses hold no
 * other letters, and lower() in PostgreSQL folds 'İ' and the Kelvin sign differently than JavaScript.
 */
export const foldedEmail = (email: string): string =>
  email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The name of the first super-admin until it is edited. No mail greets anybody by it. */
export const placeholderName = { first_name: 'Super', last_name: 'Admin' } as const

export const isPlaceholder = (employee: { first_name: string; last_name: string }): boolean =>
  employee.first_name === placeholderName.first_name && employee.last_name === placeholderName.last_name

/** The existing employee with that email address, regardless of case. */
export async function accountByEmail(db: Connection, email: string) {
  return await withEmail(db, email).executeTakeFirst()
}

/** The same; locks the row until the transaction ends, so that address and password stay what they are. */
export async function lockAccountByEmail(db: Connection, email: string): Promise<Account | undefined> {
  return await withEmail(db, email).forNoKeyUpdate().executeTakeFirst()
}

export async function accountById(db: Connection, id: string): Promise<Account | undefined> {
  return await existing(db).where('id', '=', id).executeTakeFirst()
}

const existing = (db: Connection) =>
  db.selectFrom('employees').select(columns).where('deleted_at', 'is', null)

const withEmail = (db: Connection, email: string) =>
  existing(db).where(sql`lower(email)`, '=', foldedEmail(email))

type Account = NonNullable<Awaited<ReturnType<typeof accountByEmail>>>

/** Whether the account still exists with the same password, role and email. Locks the row until the transaction ends. */
export async function isStillAccount(db: Connection, account: Account): Promise<boolean> {
  const row = await existing(db)
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .where('role', '=', account.role)
    .where('email', '=', account.email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Locks an employee's row until the transaction ends, so that two links can't be made side by side. */
export async function lockAccount(db: Connection, id: string): Promise<void> {
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

/** Whether anybody can sign in yet: until then every start prints a set-up link. */
export async function anyoneHasPassword(db: Connection): Promise<boolean> {
  const row = await existing(db).where('password_hash', 'is not', null).limit(1).executeTakeFirst()
  return row !== undefined
}

export type LinkKind = keyof typeof linkHours

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Makes a one-time link's token and ends every older one of the employee. Only the token's hash is stored. */
export async function issueLink(
  db: Connection,
  employeeId: string,
  kind: LinkKind,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await endLinksOf(db, employeeId, 'a newer one was made', now)
  await db
    .insertInto('account_links')
    .values({
      employee_id: employeeId,
      kind,
      token_hash: hashOf(token),
      created_at: now,
      expires_at: new Date(now.getTime() + linkHours[kind] * 60 * 60 * 1000),
    })
    .execute()
  return token
}

/** The employee of a link that is still valid. Looking does not use it up. */
export async function employeeOfLink(db: Connection, token: string, now: Date) {
  return await db
    .selectFrom('account_links')
    .innerJoin('employees', 'employees.id', 'account_links.employee_id')
    .select(['employees.id', 'employees.email', 'employees.role'])
    .where('token_hash', '=', hashOf(token))
    .where('account_links.ended_at', 'is', null)
    .where('account_links.expires_at', '>', now)
    .where('employees.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Uses a link up: true for exactly one caller, however many try at once. */
export async function useLink(db: Connection, token: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await endOpenLinks(db, 'used', now)
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function endLinksOf(
  db: Connection,
  employeeId: string,
  reason: string,
  now: Date,
): Promise<void> {
  await endOpenLinks(db, reason, now).where('employee_id', '=', employeeId).execute()
}

export async function endAllLinks(db: Connection, reason: string, now: Date): Promise<void> {
  await endOpenLinks(db, reason, now).execute()
}

function endOpenLinks(db: Connection, reason: string, now: Date) {
  return db
    .updateTable('account_links')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null)
}

/** Removes what was used, ended, or expired before then. */
export async function removeLinksOverSince(db: Connection, before: Date): Promise<void> {
  await db
    .deleteFrom('account_links')
    .where(({ or, eb }) => or([eb('ended_at', '<', before), eb('expires_at', '<', before)]))
    .execute()
}
