import { sql } from 'kysely'
import { sessionLimits } from '#contract/session/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/record-id.ts'

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

/**
 * The employee of a session that is neither ended, expired nor idle, and whose employee is not deleted. Asked at each
 * request: nothing about a session is remembered in between.
 */
export async function findActiveSession(db: Connection, id: string, now: Date): Promise<Actor | undefined> {
  if (!isRecordId(id)) return undefined
  const { rows } = await sql<Actor>`
    SELECT sessions.id AS "sessionId", employees.id AS "employeeId", employees.email, employees.role
    FROM sessions JOIN employees ON employees.id = sessions.employee_id
    WHERE sessions.id = ${id} AND sessions.ended_at IS NULL
      AND sessions.expires_at > ${now} AND sessions.active_at > ${idleSince(now)}
      AND employees.deleted_at IS NULL`.execute(db)
  return rows[0]
}

/** The employee typed or clicked. */
export async function noteActivity(db: Connection, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ active_at: now }).where('id', '=', id).execute()
}

export async function endSession(db: Connection, id: string, reason: string, now: Date): Promise<void> {
  await endingOpen(db, reason, now).where('id', '=', id).execute()
}

export async function endSessionsOf(db: Connection, employeeId: string, reason: string, now: Date) {
  await endingOpen(db, reason, now).where('employee_id', '=', employeeId).execute()
}

/** Ends every session of that person but the one that asks. */
export async function endOtherSessions(
  db: Connection,
  { employeeId, sessionId }: Actor,
  reason: string,
  now: Date,
): Promise<void> {
  await endingOpen(db, reason, now)
    .where('employee_id', '=', employeeId)
    .where('id', '!=', sessionId)
    .execute()
}

export async function endAllSessions(db: Connection, reason: string, now: Date): Promise<void> {
  await endingOpen(db, reason, now).execute()
}

function endingOpen(db: Connection, reason: string, now: Date) {
  return db.updateTable('sessions').set({ ended_at: now, end_reason: reason }).where('ended_at', 'is', null)
}

/** Removes what ended, or expired, before then. */
export async function removeSessionsOverSince(db: Connection, before: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(({ or, eb }) => or([eb('ended_at', '<', before), eb('expires_at', '<', before)]))
    .execute()
}
