import { createHash, randomBytes } from 'node:crypto'
import { linkHours } from '#contract/session/limits.ts'
import type { Connection } from '#server/database/connection.ts'

const millisecondsPerHour = 60 * 60 * 1000

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
      expires_at: new Date(now.getTime() + linkHours[kind] * millisecondsPerHour),
    })
    .execute()
  return token
}

/** Whose link it is, if it still holds. Looking does not use it up. */
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
  const { numUpdatedRows } = await endingOpen(db, 'used', now)
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
  await endingOpen(db, reason, now).where('employee_id', '=', employeeId).execute()
}

export async function endAllLinks(db: Connection, reason: string, now: Date): Promise<void> {
  await endingOpen(db, reason, now).execute()
}

function endingOpen(db: Connection, reason: string, now: Date) {
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
