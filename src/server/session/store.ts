import { sessionLimits } from '#contract/session/schema.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/record-id.ts'

const idleSince = (now: Date) => new Date(now.getTime() - sessionLimits.idle * 1000)

/** Opens a session of 12 hours and answers its id and its end. */
export async function openSession(db: Connection, employeeId: string, now: Date) {
  const session = {
    id: crypto.randomUUID(),
    employee_id: employeeId,
    started_at: now,
    active_at: now,
    expires_at: new Date(now.getTime() + sessionLimits.lifetime * 1000),
    ended_at: null,
    end_reason: null,
  }
  await db.insertInto('sessions').values(session).execute()
  return { id: session.id, expiresAt: session.expires_at }
}

/** The employee behind a session that is neither ended, expired nor idle, and whose employee is not deleted. */
export async function livingSession(db: Connection, id: string, now: Date): Promise<Actor | undefined> {
  if (!isRecordId(id)) return undefined
  return await db
    .selectFrom('sessions')
    .innerJoin('employees', 'employees.id', 'sessions.employee_id')
    .select(['sessions.id as sessionId', 'employees.id as employeeId', 'employees.email', 'employees.role'])
    .where('sessions.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('sessions.active_at', '>', idleSince(now))
    .where('employees.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Decision 42: the person typed or clicked. */
export async function noteActivity(db: Connection, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ active_at: now }).where('id', '=', id).execute()
}

export async function endSession(db: Connection, id: string, reason: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

export async function endSessionsOf(db: Connection, employeeId: string, reason: string, now: Date) {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('employee_id', '=', employeeId)
    .where('ended_at', 'is', null)
    .execute()
}

export async function endAllSessions(db: Connection, reason: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null)
    .execute()
}
