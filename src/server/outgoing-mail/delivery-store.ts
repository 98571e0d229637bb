import { sql } from 'kysely'
import { normalizeEmail } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'

/* Claiming a mail and recording the outcome. `next_attempt_at` is null once a mail was sent or refused. */

export interface QueuedMail {
  id: string
  createdAt: Date
}

/** Milliseconds that an attempt may take. */
export const attemptTimeout = 120_000

/**
 * A claim outlasts an attempt, so nobody renews it. By the database's clock, so that instances with different clocks never
 * end each other's claims early.
 */
const claimEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${attemptTimeout / 1000 + 30})`

/** Milliseconds within which an instance whose database was unavailable learns that it is back. */
const takeoverDelay = 30_000

/** Claims the mail that has been due the longest, or that one; of several instances exactly one gets it. */
export async function claimDue(db: Connection, now: Date, id?: string): Promise<QueuedMail | undefined> {
  const { rows } = await sql<QueuedMail>`
    UPDATE outbox SET attempts = attempts + 1, claimed_until = ${claimEnd}
    WHERE id = (
      SELECT id FROM outbox
      WHERE next_attempt_at <= ${now} AND claimed_until IS NULL ${id ? sql`AND id = ${id}` : sql``}
      ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, created_at AS "createdAt"`.execute(db)
  return rows[0]
}

/**
 * Ends the claims of instances that were killed. Their mail is due again a little later: an instance that sent it while the
 * database was away records that first.
 */
export async function endStaleClaims(db: Connection, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ claimed_until: null, next_attempt_at: new Date(now.getTime() + takeoverDelay) })
    .where('next_attempt_at', 'is not', null)
    .where('claimed_until', '<', sql<Date>`clock_timestamp()`)
    .execute()
}

export async function findMail(db: Connection, id: string) {
  return await db
    .selectFrom('outbox')
    .select(['kind', 'employee_id', 'contact_message_id', 'recipient'])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
}

/** Returns false if the mail was removed meanwhile. */
export async function assignMail(
  db: Connection,
  id: string,
  to: { employeeId: string; recipient: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ employee_id: to.employeeId, recipient: to.recipient })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeMail(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** The message that a notice is about and the next one after it; deleted ones are left out. */
export async function messagesSince(db: Connection, messageId: string) {
  return await db
    .selectFrom('contact_messages')
    .select(['id', 'email'])
    .where('deleted_at', 'is', null)
    .where('received_at', '>=', ({ selectFrom }) =>
      selectFrom('contact_messages').select('received_at').where('id', '=', messageId),
    )
    .orderBy('received_at')
    .orderBy('id')
    .limit(2)
    .execute()
}

/** Removes the other unsent notices to an address; the kept one covers their messages. */
export async function dropOtherNotices(db: Connection, address: string, kept: string): Promise<void> {
  await sql`
    DELETE FROM outbox
    WHERE kind = 'new-message' AND sent_at IS NULL AND id <> ${kept}
      AND lower(recipient) = ${normalizeEmail(address)}`.execute(db)
}

export async function recordSent(db: Connection, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now, next_attempt_at: null, claimed_until: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

/**
 * Schedules the next attempt 15, 30, 45 and 50 seconds after the start of the failed one, every 50 seconds for an hour, and
 * then at growing intervals up to 15 minutes: less than a minute at first, because the worker polls every few seconds.
 * Returns whether the mail is refused: after a final error, and after three days of other ones.
 */
export async function recordFailure(
  db: Connection,
  id: string,
  { lastError, isFinal }: { lastError: string; isFinal: boolean },
  { startedAt, now }: { startedAt: Date; now: Date },
): Promise<boolean> {
  const age = sql`(${now}::timestamptz - created_at)`
  const wait = sql`greatest(least(15 * attempts, 50), least(extract(epoch FROM ${age}) / 72, 900))`
  const { rows } = await sql<{ isRefused: boolean }>`
    UPDATE outbox SET claimed_until = NULL, last_error = ${lastError},
      next_attempt_at = CASE WHEN NOT ${isFinal} AND ${age} < interval '3 days' THEN greatest(
        ${now}::timestamptz + interval '5 s', ${startedAt}::timestamptz + make_interval(secs => ${wait})) END
    WHERE id = ${id} AND sent_at IS NULL
    RETURNING next_attempt_at IS NULL AS "isRefused"`.execute(db)
  return rows[0]?.isRefused === true
}

/** Removes mail sent before `before`, and refused notices to addresses that no longer get any. */
export async function removeOldMail(
  db: Connection,
  before: Date,
  recipients: readonly string[],
): Promise<void> {
  await sql`
    DELETE FROM outbox
    WHERE sent_at < ${before} OR (
      kind = 'new-message' AND sent_at IS NULL AND next_attempt_at IS NULL
      AND lower(recipient) <> ALL (${recipients.map(normalizeEmail)}::text[]))`.execute(db)
}
