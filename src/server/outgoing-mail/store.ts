import { type SelectQueryBuilder, sql } from 'kysely'
import {
  type AccountNoticeKind,
  type LinkMailKind,
  linkMailKinds,
  type OutgoingMail,
} from '#contract/outgoing-mail/endpoints.ts'
import { normalizeEmail } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import { isRecordId } from '#server/database/records.ts'
import type { Database } from '#server/database/tables.ts'
import { isNotLeased, type Lease } from './lease-store.ts'

/*
 * The outbox (docs/decisions/0019). Call `mail.wake()` after the commit of a transaction that queued something, to send it
 * at once.
 */

/**
 * Queues a link mail and removes the employee's waiting ones. `recipient` is for the list of unsent mail: if the employee's
 * address changes before the mail is sent, the mail goes to the new one.
 */
export async function queueLinkMail(
  db: Connection,
  { employeeId, recipient, kind }: { employeeId: string; recipient: string; kind: LinkMailKind },
  now: Date,
): Promise<Lease> {
  // Insert first: it waits for the employee's row lock, whose holder may remove mail, too.
  const { id } = await db
    .insertInto('outbox')
    .values({ created_at: now, next_attempt_at: now, kind, employee_id: employeeId, recipient })
    .returning('id')
    .executeTakeFirstOrThrow()
  await dropOtherLinkMail(db, employeeId, id)
  return { id, attempts: 0, createdAt: now }
}

/** Queues a mail to an employee about a change of the account. */
export async function queueAccountNotice(
  db: Connection,
  { employeeId, recipient, kind }: { employeeId: string; recipient: string; kind: AccountNoticeKind },
  now: Date,
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ created_at: now, next_attempt_at: now, kind, employee_id: employeeId, recipient })
    .execute()
}

/** Queues the mail of 'Forgot password' in one statement, so that the time does not reveal whether the account exists. */
export async function queueResetRequest(db: Connection, typedEmail: string, now: Date): Promise<void> {
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

/** Removes an employee's queued link mail, including requests by typed address. */
export async function dropLinkMail(db: Connection, employeeId: string): Promise<void> {
  await sql`
    DELETE FROM outbox
    WHERE sent_at IS NULL AND kind = ANY (${[...linkMailKinds]}) AND (
      employee_id = ${employeeId}
      OR (is_forgotten AND employee_id IS NULL
        AND lower(recipient) = (SELECT lower(email) FROM employees WHERE id = ${employeeId}))
    )`.execute(db)
}

/** Removes the employee's other queued link mail, except what is being sent now. */
export async function dropOtherLinkMail(db: Connection, employeeId: string, kept: string): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('employee_id', '=', employeeId)
    .where('kind', 'in', linkMailKinds)
    .where('sent_at', 'is', null)
    .where(isNotLeased)
    .where('id', '!=', kept)
    .execute()
}

/**
 * Unsent mail, oldest first. Omits typed addresses that were not looked up yet, because they may have no account, and
 * notices that were not tried yet, because they may just be delayed by `pauseBetweenNotices`.
 */
export async function listUnsentMail(db: Connection): Promise<OutgoingMail[]> {
  const rows = await unsent(db)
    .where(({ or, eb }) => or([eb('contact_message_id', 'is', null), eb('attempts', '>', 0)]))
    .orderBy('outbox.created_at')
    .orderBy('outbox.id')
    .execute()
  return rows.map(toOutgoingMail)
}

/** Schedules a mail now; a rejected one starts over, at the current address. Returns undefined if it does not exist. */
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
    .select(sql<string>`coalesce(trim(first_name || ' ' || last_name), '')`.as('name'))
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
    recipientName: row.name,
    state: row.refused_at ? 'refused' : 'waiting',
    createdAt: row.created_at.toISOString(),
    attempts: row.attempts,
    nextAttemptAt: row.refused_at ? null : row.next_attempt_at.toISOString(),
    problem: row.last_error,
  }
}

/* Notices: mail that tells staff about contact messages (docs/decisions/0023). */

/** Milliseconds between two notices to one address, so that many messages don't cause as many mails. */
export const pauseBetweenNotices = 10 * 60 * 1000

/**
 * Queues a notice for each address that has none queued, which would cover this message, too. Notices to an address are
 * `pauseBetweenNotices` apart. A rejected notice starts over and covers both messages.
 */
export async function queueNotices(
  db: Connection,
  { messageId, recipients }: { messageId: string; recipients: readonly string[] },
  now: Date,
): Promise<void> {
  // Serialized, or concurrent messages would each find no waiting notice.
  await takeLock(db, 'notices')
  const addresses = new Map(recipients.map((recipient) => [normalizeEmail(recipient), recipient]))
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

/** The end of the pause after the last notice that was, or is being, sent to the address. */
async function nextNoticeAt(db: Connection, recipient: string, now: Date): Promise<Date> {
  const { at } = await noticesTo(db, recipient)
    .where('refused_at', 'is', null)
    .select(sql<Date | null>`max(COALESCE(sent_at, ${now}))`.as('at'))
    .executeTakeFirstOrThrow()
  return at ? new Date(Math.max(now.getTime(), at.getTime() + pauseBetweenNotices)) : now
}

/** Removes queued notices whose message, and all later ones, were deleted. */
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

/** Removes the other queued notices to an address; the one being sent covers their messages. */
export async function dropOtherNotices(db: Connection, recipient: string, kept: string): Promise<void> {
  const others = waitingNoticesTo(db, recipient).select('id').where('id', '!=', kept)
  await db.deleteFrom('outbox').where('id', 'in', others).execute()
}

/** Removes mail sent before `before`, and rejected notices to addresses that no longer get any. */
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
    .where(sql<boolean>`lower(recipient) <> ALL (${recipients.map(normalizeEmail)}::text[])`)
    .execute()
}

function noticesTo(db: Connection, recipient: string): SelectQueryBuilder<Database, 'outbox', object> {
  return db
    .selectFrom('outbox')
    .where('kind', '=', 'new-message')
    .where(sql`lower(recipient)`, '=', normalizeEmail(recipient))
}

/** Notices that are neither sent nor rejected, and are not being sent now. */
function waitingNoticesTo(db: Connection, recipient: string) {
  return noticesTo(db, recipient)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .where(isNotLeased)
}
