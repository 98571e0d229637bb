import { type SelectQueryBuilder, sql } from 'kysely'
import type { LinkMailKind, OutgoingMail } from '#contract/outgoing-mail/endpoints.ts'
import { foldedEmail } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import { isRecordId } from '#server/database/records.ts'
import type { Database } from '#server/database/tables.ts'
import { isNotLeased } from './lease-store.ts'

/*
 * The outbox: what is to be sent to whom (docs/decisions/0019). Call `mail.wake()` once the transaction that queued
 * something is committed, and it goes out at once.
 */

/**
 * Queues a link mail in place of those that the employee has not got yet, so that never two wait. `recipient` is what the
 * list of unsent mail shows: if the employee's address changes before the mail is sent, the mail goes to the new one.
 */
export async function queueLinkMail(
  db: Connection,
  { employeeId, recipient, kind }: { employeeId: string; recipient: string; kind: LinkMailKind },
  now: Date,
): Promise<void> {
  // The row first: it waits for the employee's lock, whose holder may be about to drop the others, too.
  const { id } = await db
    .insertInto('outbox')
    .values({ created_at: now, next_attempt_at: now, kind, employee_id: employeeId, recipient })
    .returning('id')
    .executeTakeFirstOrThrow()
  await dropOtherMailOf(db, employeeId, id)
}

/** Queues what was asked for on 'Forgot password': one statement, whether an account has the address or not. */
export async function queueForgotten(db: Connection, typedEmail: string, now: Date): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      created_at: now,
      next_attempt_at: now,
      kind: 'reset',
      is_forgotten: true,
      recipient: typedEmail,
    })
    .execute()
}

/** Removes the link mail that an employee has not got yet, also what was asked for by typing the address. */
export async function dropLinkMailOf(db: Connection, employeeId: string): Promise<void> {
  await sql`
    DELETE FROM outbox
    WHERE sent_at IS NULL AND (
      employee_id = ${employeeId}
      OR (is_forgotten AND employee_id IS NULL
        AND lower(recipient) = (SELECT lower(email) FROM employees WHERE id = ${employeeId}))
    )`.execute(db)
}

/** Removes the other mail that an employee has not got yet, but for what is being sent at this moment. */
export async function dropOtherMailOf(db: Connection, employeeId: string, kept: string): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('employee_id', '=', employeeId)
    .where('sent_at', 'is', null)
    .where(isNotLeased)
    .where('id', '!=', kept)
    .execute()
}

/**
 * What has not gone out, the oldest first. An address that was typed and not looked up yet is left out: it may belong to
 * nobody. A notice that was not tried yet may only be keeping its pause.
 */
export async function listUnsentMail(db: Connection): Promise<OutgoingMail[]> {
  const rows = await unsent(db)
    .where(({ or, eb }) => or([eb('contact_message_id', 'is', null), eb('attempts', '>', 0)]))
    .orderBy('outbox.created_at')
    .orderBy('outbox.id')
    .execute()
  return rows.map(toOutgoingMail)
}

/** Has a mail tried at once; a refused one begins anew, at the address of now. Undefined if there is no such mail. */
export async function sendAgain(db: Connection, id: string, now: Date): Promise<OutgoingMail | undefined> {
  if (!isRecordId(id)) return undefined
  await sql`
    UPDATE outbox SET next_attempt_at = ${now}, refused_at = NULL,
      created_at = CASE WHEN refused_at IS NULL THEN created_at ELSE ${now} END,
      last_error = CASE WHEN refused_at IS NULL THEN last_error END,
      recipient = COALESCE((SELECT email FROM employees WHERE employees.id = employee_id), recipient)
    WHERE id IN (${unsent(db).clearSelect().select('outbox.id').where('outbox.id', '=', id)})`.execute(db)
  const row = await unsent(db).where('outbox.id', '=', id).executeTakeFirst()
  return row && toOutgoingMail(row)
}

function unsent(db: Connection) {
  return db
    .selectFrom('outbox')
    .leftJoin('employees', 'employees.id', 'outbox.employee_id')
    .select(['outbox.id', 'kind', 'recipient', 'outbox.created_at', 'attempts'])
    .select(['next_attempt_at', 'refused_at', 'last_error'])
    .where('sent_at', 'is', null)
    .where(sql<boolean>`(
      (employees.id IS NOT NULL AND employees.deleted_at IS NULL) OR contact_message_id IS NOT NULL)`)
}

type UnsentRow = Awaited<ReturnType<ReturnType<typeof unsent>['executeTakeFirstOrThrow']>>

function toOutgoingMail(row: UnsentRow): OutgoingMail {
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

/* Notices: mail that tells staff of contact messages (docs/decisions/0023). */

/** Milliseconds between two notices to one address: a flood of messages is no flood of mail. */
export const pauseBetweenNotices = 10 * 60 * 1000

/**
 * Queues a notice for each address that has none waiting: what waits tells of this message, too. The next one keeps a
 * pause. A refused one begins anew, and tells of both messages.
 */
export async function queueNotices(
  db: Connection,
  { messageId, recipients }: { messageId: string; recipients: readonly string[] },
  now: Date,
): Promise<void> {
  // One after another, or messages of the same moment would each find nothing that waits.
  await takeLock(db, 'notices')
  const addresses = new Map(recipients.map((recipient) => [foldedEmail(recipient), recipient]))
  for (const recipient of addresses.values()) {
    if (await waitingNoticesTo(db, recipient).select('id').executeTakeFirst()) continue
    const notice = { recipient, created_at: now, next_attempt_at: await nextNoticeAt(db, recipient, now) }
    const { numUpdatedRows } = await db
      .updateTable('outbox')
      .set({ ...notice, attempts: 0, refused_at: null, last_error: null })
      .where('id', 'in', noticesTo(db, recipient).where('refused_at', 'is not', null).select('id'))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) continue
    await db
      .insertInto('outbox')
      .values({ ...notice, kind: 'new-message', contact_message_id: messageId })
      .execute()
  }
}

/** Some time after the newest notice that has gone to the address, or is on its way. */
async function nextNoticeAt(db: Connection, recipient: string, now: Date): Promise<Date> {
  const { at } = await noticesTo(db, recipient)
    .where('refused_at', 'is', null)
    .select(sql<Date | null>`max(COALESCE(sent_at, ${now}))`.as('at'))
    .executeTakeFirstOrThrow()
  return at ? new Date(Math.max(now.getTime(), at.getTime() + pauseBetweenNotices)) : now
}

/** Removes the waiting notices whose messages, and all later ones, are deleted. */
export async function dropIdleNotices(db: Connection): Promise<void> {
  await sql`
    DELETE FROM outbox
    WHERE contact_message_id IS NOT NULL AND sent_at IS NULL
      AND ${isNotLeased}
      AND NOT EXISTS (
        SELECT FROM contact_messages AS first, contact_messages AS existing
        WHERE first.id = contact_message_id AND existing.deleted_at IS NULL
          AND existing.received_at >= first.received_at
      )`.execute(db)
}

/** Removes the other waiting notices to an address: the one that is being sent tells of their messages. */
export async function dropOtherNotices(db: Connection, recipient: string, kept: string): Promise<void> {
  const others = waitingNoticesTo(db, recipient).select('id').where('id', '!=', kept)
  await db.deleteFrom('outbox').where('id', 'in', others).execute()
}

/** Removes mail that was sent before then, and refused notices to addresses that are not told of messages any more. */
export async function removeOldMail(
  db: Connection,
  before: Date,
  recipients: readonly string[],
): Promise<void> {
  await db.deleteFrom('outbox').where('sent_at', '<', before).execute()
  await db
    .deleteFrom('outbox')
    .where('kind', '=', 'new-message')
    .where('refused_at', 'is not', null)
    .where(sql<boolean>`lower(recipient) <> ALL (${recipients.map(foldedEmail)}::text[])`)
    .execute()
}

function noticesTo(db: Connection, recipient: string): SelectQueryBuilder<Database, 'outbox', object> {
  return db
    .selectFrom('outbox')
    .where('kind', '=', 'new-message')
    .where(sql`lower(recipient)`, '=', foldedEmail(recipient))
}

/** Neither sent nor refused, nor being sent at this moment. */
function waitingNoticesTo(db: Connection, recipient: string) {
  return noticesTo(db, recipient)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .where(isNotLeased)
}
