import { type InsertObject, sql } from 'kysely'
import {
  type AccountNoticeKind,
  type LinkMailKind,
  linkMailKinds,
  type OutgoingMail,
} from '#contract/outgoing-mail/endpoints.ts'
import { endedBy, normalizeEmail } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import { isRecordId } from '#server/database/records.ts'
import type { Database } from '#server/database/tables.ts'
import type { QueuedMail } from './delivery-store.ts'

/*
 * The outbox (docs/decisions/0019). Call `mail.wake()` after the commit of a transaction that queued something, to send it
 * at once.
 */

export interface NewLinkMail {
  employeeId: string
  /** For the list of unsent mail: if the employee's address changes before the mail is sent, the mail goes to the new one. */
  recipient: string
  kind: LinkMailKind
}

/** Queues a link mail and removes the employee's unsent ones that it replaces. */
export async function queueLinkMail(
  db: Connection,
  { employeeId, recipient, kind }: NewLinkMail,
  now: Date,
): Promise<QueuedMail> {
  const queued = await queue(db, { employee_id: employeeId, recipient, kind }, now)
  await dropLinkMail(db, employeeId, { id: queued.id, kind })
  return queued
}

/** Queues a mail to an employee about a change of the account, to the addresses of the last seven days, too. */
export async function queueAccountNotice(
  db: Connection,
  { employeeId, recipient, kind }: { employeeId: string; recipient: string; kind: AccountNoticeKind },
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO outbox (employee_id, recipient, kind, created_at, next_attempt_at)
    SELECT ${employeeId}::uuid, address, ${kind}, ${now}::timestamptz, ${now}::timestamptz
    FROM (
      SELECT ${recipient} AS address
      UNION SELECT email FROM former_emails WHERE employee_id = ${employeeId} AND expires_at > ${now}
    ) AS addresses`.execute(db)
}

/** Milliseconds for which notices about an account go to its former addresses. */
const formerAddressKept = 7 * 24 * 60 * 60 * 1000

export async function rememberFormerEmail(
  db: Connection,
  { employeeId, email }: { employeeId: string; email: string },
  now: Date,
): Promise<void> {
  const expires_at = new Date(now.getTime() + formerAddressKept)
  await db
    .insertInto('former_emails')
    .values({ employee_id: employeeId, email, expires_at })
    .onConflict((conflict) => conflict.columns(['employee_id', 'email']).doUpdateSet({ expires_at }))
    .execute()
}

export async function removeFormerEmails(db: Connection, now: Date): Promise<void> {
  await db.deleteFrom('former_emails').where('expires_at', '<=', now).execute()
}

/** Queues the mail of 'Forgot password' in one statement: the time must not reveal whether the account exists. */
export async function queueResetRequest(db: Connection, typedEmail: string, now: Date): Promise<void> {
  await queue(db, { recipient: typedEmail, kind: 'reset' }, now)
}

type NewMail = Omit<InsertObject<Database, 'outbox'>, 'created_at' | 'next_attempt_at'>

async function queue(db: Connection, mail: NewMail, now: Date): Promise<QueuedMail> {
  return await db
    .insertInto('outbox')
    .values({ ...mail, created_at: now, next_attempt_at: now })
    .returning(['id', 'created_at as createdAt'])
    .executeTakeFirstOrThrow()
}

/**
 * Removes an employee's unsent link mail, including requests by typed address, or only what a newer mail replaces. The caller
 * has locked the employee's row.
 */
export async function dropLinkMail(
  db: Connection,
  employeeId: string,
  newer?: { id: string; kind: LinkMailKind },
): Promise<void> {
  await sql`
    DELETE FROM outbox
    WHERE sent_at IS NULL AND kind = ANY (${endedBy[newer?.kind ?? 'set-up']}) AND id IS DISTINCT FROM ${newer?.id ?? null} AND (
      employee_id = ${employeeId}
      OR (employee_id IS NULL
        AND lower(recipient) = (SELECT lower(email) FROM employees WHERE id = ${employeeId}))
    )`.execute(db)
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

/** How many emails will be tried again, and since when the oldest has waited; null if there is none. */
export async function waitingMail(db: Connection): Promise<{ count: number; oldest: Date | null }> {
  return await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('created_at').as('oldest')])
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow()
}

/** Schedules a mail now; a refused one starts over. One with a link goes to the current address, a notice to the one it was for. Returns undefined if it does not exist. */
export async function sendAgain(db: Connection, id: string, now: Date): Promise<OutgoingMail | undefined> {
  if (!isRecordId(id)) return undefined
  // A notice with 0 attempts would not be listed.
  await sql`
    UPDATE outbox SET next_attempt_at = ${now},
      attempts = CASE WHEN next_attempt_at IS NULL THEN 1 ELSE attempts END,
      created_at = CASE WHEN next_attempt_at IS NULL THEN ${now} ELSE created_at END,
      last_error = CASE WHEN next_attempt_at IS NOT NULL THEN last_error END,
      recipient = CASE WHEN kind = ANY (${[...linkMailKinds]})
        THEN COALESCE((SELECT email FROM employees WHERE employees.id = employee_id), recipient) ELSE recipient END
    WHERE id IN (${unsent(db).clearSelect().select('outbox.id').where('outbox.id', '=', id)})`.execute(db)
  const row = await unsent(db).where('outbox.id', '=', id).executeTakeFirst()
  return row && toOutgoingMail(row)
}

function unsent(db: Connection) {
  return db
    .selectFrom('outbox')
    .leftJoin('employees', 'employees.id', 'outbox.employee_id')
    .select(['outbox.id', 'kind', 'recipient', 'attempts', 'last_error as problem'])
    .select(['outbox.created_at as createdAt', 'next_attempt_at as nextAttemptAt'])
    .select(sql<string>`coalesce(trim(first_name || ' ' || last_name), '')`.as('recipientName'))
    .where('sent_at', 'is', null)
    .where(sql<boolean>`(
      (employees.id IS NOT NULL AND employees.deleted_at IS NULL) OR contact_message_id IS NOT NULL)`)
}

type UnsentRow = Awaited<ReturnType<ReturnType<typeof unsent>['executeTakeFirstOrThrow']>>

function toOutgoingMail({ createdAt, nextAttemptAt, ...row }: UnsentRow): OutgoingMail {
  return {
    ...row,
    state: nextAttemptAt ? 'waiting' : 'refused',
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  }
}

/* Notices: mail that tells staff about contact messages (docs/decisions/0023). */

/** Milliseconds between two notices to one address: many messages must not cause as many mails. */
export const pauseBetweenNotices = 10 * 60 * 1000

/**
 * Queues a notice for each address that has none waiting, which would cover this message, too. Notices to an address are
 * `pauseBetweenNotices` apart. A refused notice starts over and covers both messages.
 */
export async function queueNotices(
  db: Connection,
  { messageId, recipients }: { messageId: string; recipients: readonly string[] },
  now: Date,
): Promise<void> {
  // Serialized, or concurrent messages would each find no waiting notice.
  await takeLock(db, 'notices')
  await sql`
    UPDATE outbox SET created_at = ${now}, next_attempt_at = ${now}, attempts = 0, last_error = NULL
    WHERE kind = 'new-message' AND sent_at IS NULL AND next_attempt_at IS NULL
      AND lower(recipient) = ANY (${recipients.map(normalizeEmail)}::text[])`.execute(db)
  await sql`
    INSERT INTO outbox (kind, contact_message_id, recipient, created_at, next_attempt_at)
    SELECT DISTINCT ON (lower(address)) 'new-message', ${messageId}::uuid, address, ${now}::timestamptz,
      greatest(${now}, (
        SELECT max(coalesce(sent_at, ${now})) + make_interval(secs => ${pauseBetweenNotices / 1000}) FROM outbox
        WHERE kind = 'new-message' AND lower(recipient) = lower(address)))
    FROM unnest(${[...recipients]}::text[]) AS address
    WHERE NOT EXISTS (
      SELECT FROM outbox
      WHERE kind = 'new-message' AND lower(recipient) = lower(address) AND sent_at IS NULL AND claimed_until IS NULL)
  `.execute(db)
}

/** Removes waiting notices whose message, and all later ones, were deleted. */
export async function dropIdleNotices(db: Connection): Promise<void> {
  await sql`
    DELETE FROM outbox
    WHERE contact_message_id IS NOT NULL AND sent_at IS NULL AND NOT EXISTS (
      SELECT FROM contact_messages AS first, contact_messages AS existing
      WHERE first.id = contact_message_id AND existing.deleted_at IS NULL
        AND existing.received_at >= first.received_at
    )`.execute(db)
}
