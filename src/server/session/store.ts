import { sql } from 'kysely'
import { sessionLimits } from '#contract/session/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { foldedEmail, removeLinksOverSince } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { compiledOnce, isRecordId } from '#server/database/records.ts'

const day = 24 * 60 * 60 * 1000
/** Milliseconds that sessions and links stay after their end. The audit trail keeps who signed in when. */
const keptAfterEnd = 90 * day
/** Milliseconds without a sign-in after which a network is unknown again. */
const networkMemory = 90 * day

const idleSince = (now: Date) => new Date(now.getTime() - sessionLimits.idle * 1000)

/** Answers the new session's id and its end. */
export async function addSession(db: Connection, employeeId: string, now: Date) {
  const session = {
    id: crypto.randomUUID(),
    employee_id: employeeId,
    started_at: now,
    active_at: now,
    expires_at: new Date(now.getTime() + sessionLimits.lifetime * 1000),
  }
  await db.insertInto('sessions').values(session).execute()
  return { id: session.id, expiresAt: session.expires_at }
}

const selectActor = compiledOnce<{ id: string; now: Date; idleSince: Date }, Actor>(
  ({ id, now, idleSince }) => sql`
    SELECT sessions.id AS "sessionId", employees.id AS "employeeId", employees.email, employees.role
    FROM sessions JOIN employees ON employees.id = sessions.employee_id
    WHERE sessions.id = ${id} AND sessions.ended_at IS NULL
      AND sessions.expires_at > ${now} AND sessions.active_at > ${idleSince}
      AND employees.deleted_at IS NULL`,
)

/**
 * The employee of a session that is neither ended, expired nor idle, and whose employee is not deleted. Asked at each
 * request: nothing about a session is remembered in between.
 */
export async function findActiveSession(db: Connection, id: string, now: Date): Promise<Actor | undefined> {
  if (!isRecordId(id)) return undefined
  const [actor] = await selectActor(db, { id, now, idleSince: idleSince(now) })
  return actor
}

/** Called when the employee typed or clicked. */
export async function noteActivity(db: Connection, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ active_at: now }).where('id', '=', id).execute()
}

export async function endSession(db: Connection, id: string, reason: string, now: Date): Promise<void> {
  await endOpenSessions(db, reason, now).where('id', '=', id).execute()
}

export async function endSessionsOf(db: Connection, employeeId: string, reason: string, now: Date) {
  await endOpenSessions(db, reason, now).where('employee_id', '=', employeeId).execute()
}

/** Ends every session of that person but the one that asks. */
export async function endOtherSessions(
  db: Connection,
  { employeeId, sessionId }: Actor,
  reason: string,
  now: Date,
): Promise<void> {
  await endOpenSessions(db, reason, now)
    .where('employee_id', '=', employeeId)
    .where('id', '!=', sessionId)
    .execute()
}

export async function endAllSessions(db: Connection, reason: string, now: Date): Promise<void> {
  await endOpenSessions(db, reason, now).execute()
}

function endOpenSessions(db: Connection, reason: string, now: Date) {
  return db.updateTable('sessions').set({ ended_at: now, end_reason: reason }).where('ended_at', 'is', null)
}

async function removeSessionsOverSince(db: Connection, before: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(({ or, eb }) => or([eb('ended_at', '<', before), eb('expires_at', '<', before)]))
    .execute()
}

/** Sessions and one-time links that have been over for 90 days. */
export async function removeOldSessions(db: Connection, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptAfterEnd)
  await removeSessionsOverSince(db, before)
  await removeLinksOverSince(db, before)
}

/** Whether anybody has signed in to that email's account from that network before. `network` is a keyed hash. */
export async function isKnownNetwork(db: Connection, email: string, network: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_networks')
    .innerJoin('employees', 'employees.id', 'known_networks.employee_id')
    .select('employees.id')
    .where(sql`lower(employees.email)`, '=', foldedEmail(email))
    .where('employees.deleted_at', 'is', null)
    .where('known_networks.network', '=', network)
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetNetworks(db: Connection, employeeId: string): Promise<void> {
  await db.deleteFrom('known_networks').where('employee_id', '=', employeeId).execute()
}

export async function rememberNetwork(
  db: Connection,
  employeeId: string,
  network: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('known_networks')
    .values({ employee_id: employeeId, network, last_at: now })
    .onConflict((conflict) => conflict.columns(['employee_id', 'network']).doUpdateSet({ last_at: now }))
    .execute()
  await db
    .deleteFrom('known_networks')
    .where('employee_id', '=', employeeId)
    .where('last_at', '<', new Date(now.getTime() - networkMemory))
    .execute()
}
