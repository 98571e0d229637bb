import { sql } from 'kysely'
import type { LinkMailKind } from '#contract/outgoing-mail/schema.ts'
import { foldedEmail } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'

/* Leasing a mail, finding its recipient, and recording what came of it. */

/** Seconds. A mail whose instance was killed is tried again by the others after that, or by its next start. */
const leaseDuration = 45

/* The database's clock alone counts, so that instances whose own clocks differ never share a mail. */
const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseDuration})`
/** No instance is sending the mail at this moment. */
export const isNotLeased = sql<boolean>`(claimed_until IS NULL OR claimed_until <= clock_timestamp())`

/** A mail that one instance is sending. A newer lease has more attempts, so that the number tells leases apart. */
export interface Lease {
  id: string
  /** With this one. */
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

/** Answers 'lost' if the lease had ended and another instance has one now, and 'gone' if there is nothing to send. */
export async function renewLease(db: Connection, lease: Lease): Promise<'renewed' | 'lost' | 'gone'> {
  const row = await db
    .updateTable('outbox')
    .set({
      claimed_until: sql`CASE WHEN attempts = ${lease.attempts} THEN ${leaseEnd} ELSE claimed_until END`,
    })
    .where('id', '=', lease.id)
    .where('sent_at', 'is', null)
    .returning('attempts')
    .executeTakeFirst()
  if (!row) return 'gone'
  return row.attempts === lease.attempts ? 'renewed' : 'lost'
}

/** The mail of a lease; undefined if the lease is over. With `lock` nobody takes the mail away until the transaction ends. */
export async function leasedMail(db: Connection, { id, attempts }: Lease, lock?: 'lock') {
  return await db
    .selectFrom('outbox')
    .select(['employee_id', 'is_forgotten', 'contact_message_id', 'recipient'])
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** The employee that a mail is for, locked until the transaction ends: the address can't change meanwhile. */
export async function lockRecipient(db: Connection, mail: { employee_id: string | null; recipient: string }) {
  return await db
    .selectFrom('employees')
    .select(['id', 'first_name', 'last_name', 'email', 'password_hash'])
    .$if(mail.employee_id !== null, (query) => query.where('id', '=', mail.employee_id))
    .$if(mail.employee_id === null, (query) =>
      query.where(sql`lower(email)`, '=', foldedEmail(mail.recipient)),
    )
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** So many mails an hour for a typed address, so that strangers fill no mailbox. */
const mostForgottenInAnHour = 3

/** Whether a newer mail to the employee waits, too, or enough went out because the address was typed. */
export async function isSuperfluous(
  db: Connection,
  employeeId: string,
  { id, createdAt }: Lease,
  isForgotten: boolean,
  now: Date,
): Promise<boolean> {
  const anHourAgo = new Date(now.getTime() - 60 * 60 * 1000)
  const { rows } = await sql<{ newer: boolean; forgotten: number }>`
    SELECT bool_or(created_at > ${createdAt} AND sent_at IS NULL AND refused_at IS NULL) AS newer,
      count(*) FILTER (WHERE is_forgotten AND (sent_at > ${anHourAgo} OR NOT ${isNotLeased}))::int AS forgotten
    FROM outbox WHERE employee_id = ${employeeId} AND id <> ${id}`.execute(db)
  const [others] = rows
  return others?.newer === true || (isForgotten && (others?.forgotten ?? 0) >= mostForgottenInAnHour)
}

/** The message that a notice is about and the next one after it; deleted ones are left out. */
export async function messagesSince(
  db: Connection,
  messageId: string,
): Promise<{ id: string; email: string }[]> {
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

/** Whichever instance has the lease now: the mail has gone out. */
export async function recordSent(db: Connection, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now, claimed_until: null, refused_at: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Without a next attempt the mail is refused for good. */
export async function recordFailure(
  db: Connection,
  { id, attempts }: Lease,
  { problem, nextAttemptAt }: { problem: string; nextAttemptAt: Date | undefined },
  now: Date,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ claimed_until: null, last_error: problem })
    .set(nextAttemptAt ? { next_attempt_at: nextAttemptAt } : { refused_at: now })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute()
}
