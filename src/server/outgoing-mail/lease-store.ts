import { sql } from 'kysely'
import {
  isAccountNotice,
  type LinkMailKind,
  linkMailKinds,
  type MailKind,
} from '#contract/outgoing-mail/endpoints.ts'
import type { Connection } from '#server/database/connection.ts'

/* Leasing a mail, finding its recipient and recording the outcome. */

/** Seconds. After that, any instance may send a mail whose instance was killed. */
const leaseDuration = 45

/* By the database's clock, so that instances with different clocks never lease the same mail. */
const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseDuration})`
/** True for mail that no instance is sending. */
export const isNotLeased = sql<boolean>`(claimed_until IS NULL OR claimed_until <= clock_timestamp())`

/** A mail that one instance is sending. The number of attempts identifies the lease. */
export interface Lease {
  id: string
  /** Including this one. */
  attempts: number
  createdAt: Date
}

/** Leases the mail that has been due the longest; of several instances exactly one gets it. */
export async function leaseNext(db: Connection, now: Date): Promise<Lease | undefined> {
  return await db
    .updateTable('outbox')
    .set(({ eb }) => ({ claimed_until: leaseEnd, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('refused_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where(isNotLeased)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'attempts', 'created_at as createdAt'])
    .executeTakeFirst()
}

/** Leases a mail that the same transaction has queued, so that no worker sends it before. */
export async function leaseQueued(db: Connection, queued: Lease): Promise<Lease> {
  await db
    .updateTable('outbox')
    .set({ claimed_until: leaseEnd, attempts: 1 })
    .where('id', '=', queued.id)
    .execute()
  return { ...queued, attempts: 1 }
}

/** Returns false if another instance has the lease now. */
export async function renewLease(db: Connection, { id, attempts }: Lease): Promise<boolean> {
  const row = await db
    .updateTable('outbox')
    .set({ claimed_until: sql`CASE WHEN attempts = ${attempts} THEN ${leaseEnd} ELSE claimed_until END` })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returning('attempts')
    .executeTakeFirst()
  return row === undefined || row.attempts === attempts
}

/** Locks the mail of a lease until the transaction ends; undefined if the lease has expired. */
export async function lockLeasedMail(db: Connection, { id, attempts }: Lease) {
  return await db
    .selectFrom('outbox')
    .select(['kind', 'is_forgotten', 'contact_message_id', 'recipient'])
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the employee who receives a mail until the transaction ends, so that the address can't change meanwhile. */
export async function lockRecipient(db: Connection, { id }: Lease) {
  return await db
    .selectFrom('employees')
    .innerJoin('outbox', (join) =>
      join.on(sql<boolean>`employees.id = employee_id
        OR (is_forgotten AND employee_id IS NULL AND lower(email) = lower(recipient COLLATE "C"))`),
    )
    .select(['employees.id', 'first_name', 'last_name', 'email', 'password_hash'])
    .where('outbox.id', '=', id)
    .where('employees.deleted_at', 'is', null)
    .forUpdate('employees')
    .executeTakeFirst()
}

/** The most 'Forgot password' emails per account and hour, so that strangers can't flood a mailbox. */
const maxForgottenPerHour = 3

/** For link mail: whether a newer one to the employee is queued, or the hourly limit of reset mails is reached. */
export async function isSuperfluous(
  db: Connection,
  employeeId: string,
  { id, createdAt, kind, is_forgotten: isForgotten }: Lease & { kind: MailKind; is_forgotten: boolean },
  now: Date,
): Promise<boolean> {
  if (isAccountNotice(kind)) return false
  const anHourAgo = new Date(now.getTime() - 60 * 60 * 1000)
  const { rows } = await sql<{ newer: boolean; forgotten: number }>`
    SELECT bool_or(created_at > ${createdAt} AND sent_at IS NULL AND refused_at IS NULL) AS newer,
      count(*) FILTER (WHERE is_forgotten AND (sent_at > ${anHourAgo} OR NOT ${isNotLeased}))::int AS forgotten
    FROM outbox WHERE employee_id = ${employeeId} AND id <> ${id} AND kind = ANY (${[...linkMailKinds]})`.execute(
    db,
  )
  const [others] = rows
  return others?.newer === true || (isForgotten && (others?.forgotten ?? 0) >= maxForgottenPerHour)
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

export async function assignMail(
  db: Connection,
  id: string,
  to: { employeeId: string; recipient: string; kind: LinkMailKind },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ employee_id: to.employeeId, recipient: to.recipient, kind: to.kind })
    .where('id', '=', id)
    .execute()
}

export async function removeMail(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** Records that a mail was sent, even if another instance has the lease now. */
export async function recordSent(db: Connection, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now, claimed_until: null, refused_at: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Without a next attempt the mail is permanently rejected. */
export async function recordFailure(
  db: Connection,
  { id, attempts }: Lease,
  { lastError, nextAttemptAt }: { lastError: string; nextAttemptAt: Date | undefined },
  now: Date,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ claimed_until: null, last_error: lastError })
    .set(nextAttemptAt ? { next_attempt_at: nextAttemptAt } : { refused_at: now })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute()
}
