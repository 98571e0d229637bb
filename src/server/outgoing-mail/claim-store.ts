import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'

/** Seconds. A mail whose instance was killed is tried again by the others so soon, or by its next start. */
const claimLength = 45

/* The database's clock alone says until when, so that instances whose own clocks differ never share a mail. */
const claimEnd = sql<Date>`date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${claimLength})`
/** Nobody is sending the mail at this moment. */
export const isUnclaimed = sql<boolean>`(claimed_until IS NULL OR claimed_until <= clock_timestamp())`

/** A mail that one instance has taken on, until an instant that it keeps moving ahead. */
export interface Claim {
  id: string
  /** With this one. */
  attempts: number
  createdAt: Date
  until: Date
}

/** Takes on the mail that has been due the longest; of several instances exactly one gets it. */
export async function claimNext(db: Connection, now: Date): Promise<Claim | undefined> {
  return await db
    .updateTable('outbox')
    .set(({ eb }) => ({ claimed_until: claimEnd, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('refused_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where(isUnclaimed)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'attempts', 'created_at as createdAt', sql<Date>`claimed_until`.as('until')])
    .executeTakeFirst()
}

/** Answers until when now; undefined if the claim had lapsed and another instance has it, or the mail is gone. */
export async function renewClaim(db: Connection, { id, until }: Claim): Promise<Date | undefined> {
  const row = await db
    .updateTable('outbox')
    .set({ claimed_until: claimEnd })
    .where('id', '=', id)
    .where('claimed_until', '=', until)
    .returning(sql<Date>`claimed_until`.as('until'))
    .executeTakeFirst()
  return row?.until
}

/** Whether another instance sends the mail of a claim that lapsed. */
export async function hasAnotherClaim(db: Connection, { id, until }: Claim): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', id)
    .where('claimed_until', '!=', until)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** What is known of the mail; undefined if it is not this claim's any more. */
export async function claimedMail(db: Connection, claim: Claim) {
  return await mailOf(db, claim)
    .select(['employee_id', 'is_forgotten', 'contact_message_id', 'recipient', 'created_at'])
    .executeTakeFirst()
}

/** Whether the mail is this claim's still. Holds its row until the transaction ends. */
export async function isStillClaimed(db: Connection, claim: Claim): Promise<boolean> {
  const row = await mailOf(db, claim).select('id').forUpdate().executeTakeFirst()
  return row !== undefined
}

function mailOf(db: Connection, { id, until }: Claim) {
  return db
    .selectFrom('outbox')
    .where('id', '=', id)
    .where('claimed_until', '=', until)
    .where('sent_at', 'is', null)
}

export async function removeMail(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** Whoever has the claim: what was sent was sent. */
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
  { id, until }: Claim,
  { problem, nextAttemptAt }: { problem: string; nextAttemptAt: Date | undefined },
  now: Date,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ claimed_until: null, last_error: problem })
    .set(nextAttemptAt ? { next_attempt_at: nextAttemptAt } : { refused_at: now })
    .where('id', '=', id)
    .where('claimed_until', '=', until)
    .execute()
}

export async function removeSentBefore(db: Connection, before: Date): Promise<void> {
  await db.deleteFrom('outbox').where('sent_at', '<', before).execute()
}
