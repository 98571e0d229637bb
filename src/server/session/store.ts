import { sql } from 'kysely'
import { sessionLimits } from '#contract/session/limits.ts'
import type { SignedIn } from '#server/access/actor.ts'
import { normalizeEmail, removeLinksEndedBefore } from '#server/accounts/store.ts'
import { latestPast } from '#server/clock-difference.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId, readTogether, statement } from '#server/database/records.ts'

const day = 24 * 60 * 60 * 1000
/** Milliseconds for which ended sessions and links are kept. */
const retention = 90 * day

/** When a session that is not idle was used last. */
const recent = (now: Date) => ({
  idleSince: new Date(now.getTime() - sessionLimits.idle * 1000),
  latest: latestPast(now),
})

export interface NewSession {
  /** Such as 'Firefox on Windows'. */
  device: string
  /** If that is not now. */
  confirmedAt?: Date | null
  /** Opened with the organization's account. */
  byOrganization?: boolean
  now: Date
}

/** Returns the new session's id and expiry. */
export async function addSession(
  db: Connection,
  employeeId: string,
  { device, confirmedAt = null, byOrganization = false, now }: NewSession,
) {
  const session = {
    id: crypto.randomUUID(),
    employee_id: employeeId,
    device,
    started_at: now,
    active_at: now,
    expires_at: new Date(now.getTime() + sessionLimits.lifetime * 1000),
    confirmed_at: confirmedAt,
    by_organization: byOrganization,
  }
  await db.insertInto('sessions').values(session).execute()
  return { id: session.id, expiresAt: session.expires_at }
}

const selectActors = statement<{ ids: string[]; now: Date; idleSince: Date; latest: Date }, SignedIn>(`
  SELECT sessions.id AS "sessionId", employees.id AS "employeeId", employees.email, employees.role,
    employees.two_step_at IS NOT NULL AS "hasTwoStep", sessions.by_organization AS "byOrganization",
    COALESCE(sessions.confirmed_at, sessions.started_at) AS "confirmedAt"
  FROM sessions JOIN employees ON employees.id = sessions.employee_id
  WHERE sessions.id = ANY ((SELECT :ids::uuid[])::uuid[]) AND sessions.ended_at IS NULL
    AND sessions.expires_at > :now AND sessions.active_at > :idleSince AND sessions.active_at <= :latest
    AND employees.deleted_at IS NULL`)

/** The employee of a session that is neither ended, expired nor idle; undefined if the employee is deleted. */
export async function findActiveSession(
  db: Connection,
  id: string,
  now: Date,
): Promise<SignedIn | undefined> {
  if (!isRecordId(id)) return undefined
  const [actor] = await selectActors(db, { ids: [id], now, ...recent(now) })
  return actor
}

/** Returns a `findActiveSession` that reads in one statement for all requests that arrive together. */
export function sessionLookup(db: Connection, clock: () => Date) {
  const find = readTogether<string, SignedIn>(async (ids) => {
    const now = clock()
    const found = await selectActors(db, { ids, now, ...recent(now) })
    return new Map(found.map((actor) => [actor.sessionId, actor]))
  })
  return async (id: string) => (isRecordId(id) ? await find(id) : undefined)
}

/** How many sessions are neither ended, expired nor idle. */
export async function countLiveSessions(db: Connection, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('active_at', '>', recent(now).idleSince)
    .where('active_at', '<=', latestPast(now))
    .executeTakeFirstOrThrow()
  return count
}

/** The employee's sessions that have not ended, the most recently used first. */
export async function listSessions(db: Connection, employeeId: string, now: Date) {
  return await db
    .selectFrom('sessions')
    .select(['id', 'started_at', 'active_at', 'device'])
    .where('employee_id', '=', employeeId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('active_at', '>', recent(now).idleSince)
    .where('active_at', '<=', latestPast(now))
    .orderBy('active_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Returns false if the employee has no such session that has not ended. */
export async function endOwnSession(
  db: Connection,
  id: string,
  { employeeId, now }: { employeeId: string; now: Date },
): Promise<boolean> {
  if (!isRecordId(id)) return false
  const { numUpdatedRows } = await endOpenSessions(db, 'signed out elsewhere', now)
    .where('id', '=', id)
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records that the password was confirmed. */
export async function noteConfirmation(db: Connection, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', id).execute()
}

/** Records that the employee typed or clicked. */
export async function noteActivity(db: Connection, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ active_at: now }).where('id', '=', id).execute()
}

export async function endSession(db: Connection, id: string, reason: string, now: Date): Promise<void> {
  await endOpenSessions(db, reason, now).where('id', '=', id).execute()
}

export async function endEmployeeSessions(db: Connection, employeeId: string, reason: string, now: Date) {
  await endOpenSessions(db, reason, now).where('employee_id', '=', employeeId).execute()
}

/** Ends the employee's other sessions. */
export async function endOtherSessions(
  db: Connection,
  { employeeId, sessionId }: SignedIn,
  reason: string,
  now: Date,
): Promise<void> {
  await endOpenSessions(db, reason, now)
    .where('employee_id', '=', employeeId)
    .where('id', '!=', sessionId)
    .execute()
}

/** Ends the sessions that were opened with the organization's account, but for one. */
export async function endOrganizationSessions(
  db: Connection,
  employeeId: string,
  now: Date,
  except: string | null = null,
): Promise<void> {
  await endOpenSessions(db, 'account unlinked', now)
    .where('employee_id', '=', employeeId)
    .where('by_organization', '=', true)
    .where('id', 'is distinct from', except)
    .execute()
}

export async function endAllSessions(db: Connection, reason: string, now: Date): Promise<void> {
  await endOpenSessions(db, reason, now).execute()
}

function endOpenSessions(db: Connection, reason: string, now: Date) {
  return db.updateTable('sessions').set({ ended_at: now, end_reason: reason }).where('ended_at', 'is', null)
}

async function removeSessionsEndedBefore(db: Connection, before: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(({ or, eb }) => or([eb('ended_at', '<', before), eb('expires_at', '<', before)]))
    .execute()
}

/** Removes sessions and one-time links 90 days after their end, and networks and browsers that are no longer known. */
export async function removeOldSessions(db: Connection, now: Date): Promise<void> {
  await db.deleteFrom('known_sources').where('expires_at', '<', now).execute()
  const before = new Date(now.getTime() - retention)
  await removeSessionsEndedBefore(db, before)
  await removeLinksEndedBefore(db, before)
}

/**
 * Returns those of the given networks and browsers (keyed hashes) from which the account with that email has signed in.
 */
export async function knownSources(
  db: Connection,
  email: string,
  sources: readonly string[],
  now: Date,
): Promise<Map<string, { isOwn: boolean }>> {
  const rows = await db
    .selectFrom('known_sources')
    .innerJoin('employees', 'employees.id', 'known_sources.employee_id')
    .select(['source', sql<boolean>`bool_or(lower(employees.email) = ${normalizeEmail(email)})`.as('isOwn')])
    .where('employees.deleted_at', 'is', null)
    .where('source', 'in', sources)
    .where('expires_at', '>', now)
    .groupBy('source')
    .execute()
  return new Map(rows.map(({ source, isOwn }) => [source, { isOwn }]))
}

export async function forgetSources(db: Connection, employeeId: string): Promise<void> {
  await db.deleteFrom('known_sources').where('employee_id', '=', employeeId).execute()
}

/** Remembers where the employee has signed in from, each source for that many days. */
export async function rememberSources(
  db: Connection,
  employeeId: string,
  sources: readonly { source: string; days: number }[],
  now: Date,
): Promise<void> {
  const rows = sources.map(({ source, days }) => {
    return { employee_id: employeeId, source, expires_at: new Date(now.getTime() + days * day) }
  })
  await db
    .insertInto('known_sources')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['employee_id', 'source'])
        .doUpdateSet(({ ref }) => ({ expires_at: ref('excluded.expires_at') })),
    )
    .execute()
}
