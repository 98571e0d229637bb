import { sql } from 'kysely'
import type { LinkMailKind, OutgoingMail } from '#contract/outgoing-mail/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/record-id.ts'
import { isUnclaimed } from './claim-store.ts'

/* Call `mail.wake()` once the transaction that queued something is committed, and it goes out at once. */

interface LinkMail {
  employeeId: string
  /** The employee's address; if it changes before the mail is sent, it goes to the new one. */
  recipient: string
  kind: LinkMailKind
}

/** Queues a link mail in place of those that the employee has not got yet, so that never two wait. */
export async function queueLinkMail(
  db: Connection,
  { employeeId, recipient, kind }: LinkMail,
  now: Date,
): Promise<void> {
  // The row first: it waits for the employee's lock, and who holds that may be about to drop the others, too.
  const { id } = await db
    .insertInto('outbox')
    .values({ ...untried(now), kind, employee_id: employeeId, recipient })
    .returning('id')
    .executeTakeFirstOrThrow()
  await dropOtherMailOf(db, employeeId, id)
}

/** Queues what somebody who forgot the password asked for: one statement, whether an account has the address or not. */
export async function queueForgotten(db: Connection, typedEmail: string, now: Date): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ ...untried(now), kind: 'reset', employee_id: null, is_forgotten: true, recipient: typedEmail })
    .execute()
}

/** Removes the link mail that an employee has not got yet, also what somebody asked for who typed the address. */
export async function dropLinkMailOf(db: Connection, employeeId: string): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where(({ or, and, eb, selectFrom }) =>
      or([
        eb('employee_id', '=', employeeId),
        and([
          eb('is_forgotten', '=', true),
          eb('employee_id', 'is', null),
          eb(
            sql`lower(recipient)`,
            '=',
            selectFrom('employees').select(sql`lower(email)`.as('email')).where('id', '=', employeeId),
          ),
        ]),
      ]),
    )
    .where('sent_at', 'is', null)
    .execute()
}

/** Removes the other mail that an employee has not got yet, but for what is being sent at this moment. */
export async function dropOtherMailOf(db: Connection, employeeId: string, kept: string): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('employee_id', '=', employeeId)
    .where('sent_at', 'is', null)
    .where(isUnclaimed)
    .where('id', '!=', kept)
    .execute()
}

/**
 * What has not gone out, the oldest first. What nobody has looked up yet is left out: it may be no mail at all, and
 * holds whatever was typed. A notice that was not tried yet may only be keeping its pause.
 */
export async function waitingAndRefused(db: Connection): Promise<OutgoingMail[]> {
  const rows = await notGoneOut(db)
    .where(({ or, eb }) => or([eb('contact_message_id', 'is', null), eb('attempts', '>', 0)]))
    .orderBy('outbox.created_at')
    .orderBy('outbox.id')
    .execute()
  return rows.map(toOutgoingMail)
}

/**
 * Has a mail tried at once; a refused one begins anew, at the address of now. How often it was tried stays: one that never
 * was is on no list until it is. Undefined if there is no such mail.
 */
export async function sendAgain(db: Connection, id: string, now: Date): Promise<OutgoingMail | undefined> {
  if (!isRecordId(id)) return undefined
  await sql`
    UPDATE outbox SET next_attempt_at = ${now}, refused_at = NULL,
      created_at = CASE WHEN refused_at IS NULL THEN created_at ELSE ${now} END,
      last_error = CASE WHEN refused_at IS NULL THEN last_error END,
      recipient = COALESCE((SELECT email FROM employees WHERE employees.id = employee_id), recipient)
    WHERE id IN (${notGoneOut(db).clearSelect().select('outbox.id').where('outbox.id', '=', id)})`.execute(db)
  const row = await notGoneOut(db).where('outbox.id', '=', id).executeTakeFirst()
  return row && toOutgoingMail(row)
}

export const untried = (now: Date) => ({
  created_at: now,
  next_attempt_at: now,
  claimed_until: null,
  sent_at: null,
  refused_at: null,
  last_error: null,
})

function notGoneOut(db: Connection) {
  return db
    .selectFrom('outbox')
    .leftJoin('employees', 'employees.id', 'outbox.employee_id')
    .select(['outbox.id', 'kind', 'recipient', 'outbox.created_at', 'attempts'])
    .select(['next_attempt_at', 'refused_at', 'last_error'])
    .where('sent_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('employees.id', 'is not', null), eb('employees.deleted_at', 'is', null)]),
        eb('contact_message_id', 'is not', null),
      ]),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof notGoneOut>['executeTakeFirstOrThrow']>>

function toOutgoingMail(row: Row): OutgoingMail {
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    state: row.refused_at ? 'refused' : 'waiting',
    createdAt: row.created_at.toISOString(),
    attempts: row.attempts,
    nextAttemptAt: row.refused_at ? null : row.next_attempt_at.toISOString(),
    problem: row.last_error,
  }
}
