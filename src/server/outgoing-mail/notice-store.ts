import { sql } from 'kysely'
import { foldedEmail } from '#server/accounts/folded-email.ts'
import type { Connection } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import { isUnclaimed, removeMail } from './claim-store.ts'
import { untried } from './outbox-store.ts'

/* Mail that tells staff of contact messages (docs/decisions/0023, 0041). */

/** Milliseconds between two notices to one address: a flood of messages is no flood of mail. */
export const pauseBetweenNotices = 10 * 60 * 1000

export interface PreparedNotice {
  kind: 'new-message'
  /** The first message that the mail tells of. */
  messageId: string
  /** Its sender's address. */
  messageFrom: string
  /** Others have come since. */
  more: boolean
  recipient: string
}

/**
 * Queues word of a message for each address that has none waiting: what waits tells of this message, too. Whoever got
 * some a moment ago gets the next after a pause. One that was refused begins anew, and tells of both messages.
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
    if (await waitingTo(db, recipient).select('id').executeTakeFirst()) continue
    const beginning = { ...untried(now), next_attempt_at: await nextTimeFor(db, recipient, now), recipient }
    if (await beginAnew(db, beginning)) continue
    await db
      .insertInto('outbox')
      .values({ ...beginning, kind: 'new-message', employee_id: null, contact_message_id: messageId })
      .execute()
  }
}

/** Answers whether there was a refused notice to the address. */
async function beginAnew(
  db: Connection,
  beginning: ReturnType<typeof untried> & { recipient: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ ...beginning, attempts: 0 })
    .where('id', 'in', noticesTo(db, beginning.recipient).where('refused_at', 'is not', null).select('id'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The newest notice that has gone to the address, or is on its way, is some time past then. */
async function nextTimeFor(db: Connection, recipient: string, now: Date): Promise<Date> {
  const { at } = await noticesTo(db, recipient)
    .where('refused_at', 'is', null)
    .select(sql<Date | null>`max(COALESCE(sent_at, ${now}))`.as('at'))
    .executeTakeFirstOrThrow()
  return at ? new Date(Math.max(now.getTime(), at.getTime() + pauseBetweenNotices)) : now
}

/** Removes the notices that wait and have nothing left to tell of, once their messages are deleted. */
export async function dropIdleNotices(db: Connection): Promise<void> {
  await sql`
    DELETE FROM outbox
    WHERE contact_message_id IS NOT NULL AND sent_at IS NULL
      AND ${isUnclaimed}
      AND NOT EXISTS (
        SELECT FROM contact_messages AS first, contact_messages AS living
        WHERE first.id = contact_message_id AND living.deleted_at IS NULL
          AND living.received_at >= first.received_at
      )`.execute(db)
}

/** Removes refused notices to everybody else: who got them is no longer told of messages. */
export async function dropRefusedNotices(db: Connection, recipients: readonly string[]): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('kind', '=', 'new-message')
    .where('refused_at', 'is not', null)
    .where(sql<boolean>`lower(recipient) <> ALL (${recipients.map(foldedEmail)}::text[])`)
    .execute()
}

/** What a claimed notice tells of at this moment. Undefined if nothing is left of it; then the mail is gone. */
export async function prepareNotice(
  db: Connection,
  claim: { id: string; recipient: string; messageId: string },
): Promise<PreparedNotice | undefined> {
  const { id, recipient } = claim
  const told = await livingSince(db, claim.messageId)
  const [first] = told
  if (!first) {
    await removeMail(db, id)
    return undefined
  }
  const others = waitingTo(db, recipient).select('id').where('id', '!=', id)
  await db.deleteFrom('outbox').where('id', 'in', others).execute()
  return {
    kind: 'new-message',
    messageId: first.id,
    messageFrom: first.email,
    more: told.length > 1,
    recipient,
  }
}

async function livingSince(db: Connection, messageId: string): Promise<{ id: string; email: string }[]> {
  return await db
    .selectFrom('contact_messages')
    .select(['id', 'email'])
    .where('deleted_at', 'is', null)
    .where('received_at', '>=', ({ selectFrom }) =>
      selectFrom('contact_messages').select('received_at').where('id', '=', messageId),
    )
    .orderBy('received_at')
    .orderBy('id')
    .limit(manyMessages)
    .execute()
}

/** The mail only tells one from several. */
const manyMessages = 2

function noticesTo(db: Connection, recipient: string) {
  return db
    .selectFrom('outbox')
    .where('kind', '=', 'new-message')
    .where(sql`lower(recipient)`, '=', foldedEmail(recipient))
}

/** Neither sent nor refused, nor being sent at this moment. */
function waitingTo(db: Connection, recipient: string) {
  return noticesTo(db, recipient)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .where(isUnclaimed)
}
