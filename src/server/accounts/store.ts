import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { linkHours } from '#contract/session/limits.ts'
import { latestPast } from '#server/clock-difference.ts'
import type { Connection } from '#server/database/connection.ts'

/*
 * Sign-in data of employees: email address, password, one-time links. Lock the employee's row before creating or ending
 * the employee's sessions or links; only signing out of one session needs no lock.
 */

const columns = [
  'id',
  'email',
  'role',
  'password_hash',
  'two_step_secret',
  'two_step_at',
  'two_step_last',
  'first_name',
  'oidc_issuer',
  'oidc_subject',
] as const

const nameColumn = sql<string>`trim(first_name || ' ' || last_name)`.as('name')

/**
 * Lower-cases an email address for lookups and counts. Only A–Z: stored addresses have no other letters, and PostgreSQL's
 * lower() treats 'İ' and the Kelvin sign differently than JavaScript.
 */
export const normalizeEmail = (email: string): string =>
  email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The first super-admin's name until it is edited. Mails don't use it. */
export const placeholderName = { first_name: 'Super', last_name: 'Admin' } as const

export const isPlaceholder = ({ name }: { name: string }): boolean =>
  name === `${placeholderName.first_name} ${placeholderName.last_name}`

/** The existing employee with that email address, regardless of case. */
export async function accountByEmail(db: Connection, email: string) {
  return await withEmail(db, email).executeTakeFirst()
}

/** Like `accountByEmail`, and locks the row until the transaction ends. */
export async function lockAccountByEmail(db: Connection, email: string): Promise<Account | undefined> {
  return await withEmail(db, email).forNoKeyUpdate().executeTakeFirst()
}

export async function accountById(db: Connection, id: string): Promise<Account | undefined> {
  return await existing(db).where('id', '=', id).executeTakeFirst()
}

const existing = (db: Connection) =>
  db.selectFrom('employees').select(columns).select(nameColumn).where('deleted_at', 'is', null)

const withEmail = (db: Connection, email: string) =>
  existing(db).where(sql`lower(email)`, '=', normalizeEmail(email))

export type Account = NonNullable<Awaited<ReturnType<typeof accountByEmail>>>
export type AccountWithCode = Pick<Account, 'id' | 'two_step_secret'>

/**
 * Whether the account still exists with the same password, role, email and two-step sign-in. Locks the row until the
 * transaction ends.
 */
export async function isStillAccount(db: Connection, account: Account): Promise<boolean> {
  const row = await existing(db)
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .where('role', '=', account.role)
    .where('email', '=', account.email)
    .where('two_step_at', 'is not distinct from', account.two_step_at)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Like `accountById`, and locks the row until the transaction ends. */
export async function lockAccountById(db: Connection, id: string): Promise<Account | undefined> {
  return await existing(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** An account at the provider. */
export interface ProviderAccount {
  issuer: string
  subject: string
}

/** The employee to whom the account is linked. Locks the row until the transaction ends. */
export async function lockAccountByProvider(
  db: Connection,
  { issuer, subject }: ProviderAccount,
): Promise<Account | undefined> {
  return await existing(db)
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Replaces an earlier link. The caller has locked the employee's row. */
export async function linkAccount(db: Connection, id: string, account: ProviderAccount): Promise<void> {
  await db
    .updateTable('employees')
    .set({ oidc_issuer: account.issuer, oidc_subject: account.subject })
    .where('id', '=', id)
    .execute()
}

/** Returns false if no account was linked. */
export async function unlinkAccount(db: Connection, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('employees')
    .set({ oidc_issuer: null, oidc_subject: null })
    .where('id', '=', id)
    .where('oidc_subject', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Locks an employee's row until the transaction ends: no two links are made at the same time. */
export async function lockAccount(db: Connection, id: string): Promise<void> {
  await db.selectFrom('employees').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Stores a new hash of the unchanged password. */
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

/** Whether any employee has a password. Until then every start prints a set-up link. */
export async function hasAnyPassword(db: Connection): Promise<boolean> {
  const row = await existing(db).where('password_hash', 'is not', null).limit(1).executeTakeFirst()
  return row !== undefined
}

export type LinkKind = keyof typeof linkHours

/** What a new link ends, and a mail with one replaces. Anybody can ask for a reset link, so it leaves set-up links alone. */
export const endedBy: Record<LinkKind, LinkKind[]> = { 'set-up': ['set-up', 'reset'], reset: ['reset'] }

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Creates a one-time token and ends the older ones that it replaces, except those of the same mail: it may be unknown which attempt
 * to send it has arrived. Only the hash of the token is stored.
 */
export async function issueLink(
  db: Connection,
  employeeId: string,
  kind: LinkKind,
  now: Date,
  mailId: string | null = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await endOpenLinks(db, 'a newer one was made', now)
    .where('employee_id', '=', employeeId)
    .where('kind', 'in', endedBy[kind])
    .where(sql<boolean>`(mail_id = ${mailId}) IS NOT TRUE`)
    .execute()
  await db
    .insertInto('account_links')
    .values({
      employee_id: employeeId,
      kind,
      mail_id: mailId,
      token_hash: hashOf(token),
      created_at: now,
      expires_at: new Date(now.getTime() + linkHours[kind] * 60 * 60 * 1000),
    })
    .execute()
  return token
}

/** The employee of a valid link. Does not use up the link. */
export async function findEmployeeByLink(db: Connection, token: string, now: Date) {
  return await db
    .selectFrom('account_links')
    .innerJoin('employees', 'employees.id', 'account_links.employee_id')
    .select(['employees.id', 'employees.email', 'employees.role', 'employees.password_hash'])
    .select('employees.two_step_at')
    .where('token_hash', '=', hashOf(token))
    .where('account_links.ended_at', 'is', null)
    .where('account_links.expires_at', '>', now)
    .where('account_links.created_at', '<=', latestPast(now))
    .where('employees.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Uses up a link. Returns true for exactly one of several concurrent callers. */
export async function useLink(db: Connection, token: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await endOpenLinks(db, 'used', now)
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .where('created_at', '<=', latestPast(now))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function endEmployeeLinks(
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

/** Removes links that were used, ended or expired before `before`. */
export async function removeLinksEndedBefore(db: Connection, before: Date): Promise<void> {
  await db
    .deleteFrom('account_links')
    .where(({ or, eb }) => or([eb('ended_at', '<', before), eb('expires_at', '<', before)]))
    .execute()
}
