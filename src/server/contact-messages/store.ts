import { createHash, randomUUID } from 'node:crypto'
import type { ContactInput, ContactMessage } from '#contract/contact-messages/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { markDeleted } from '#server/database/mark-deleted.ts'
import { isRecordId } from '#server/database/record-id.ts'
import { messageColumns, messageOf } from './row-store.ts'

/** Not new, if an earlier sending of it was stored (docs/decisions/0030). */
export async function addContactMessage(
  db: Connection,
  input: ContactInput,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  const { name, email, message } = input
  const id = idOf(input)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('contact_messages')
    .values({ id, name, email, message, received_at: now })
    .onConflict((other) => other.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return { id, isNew: numInsertedOrUpdatedRows === 1n }
}

/** The same words of the same attempt have the same id. It is made of both, so that nobody else can choose an id. */
function idOf({ attempt, name, email, message }: ContactInput): string {
  if (attempt === undefined) return randomUUID()
  const digits = createHash('sha256')
    .update(JSON.stringify([attempt, name, email, message]))
    .digest('hex')
  // Version 8 of RFC 9562: what it is made of is our own affair.
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

/** Marks as read at `readAt`, keeping an earlier time, or with null as unread. Undefined if there is no such message. */
export async function setRead(
  db: Connection,
  id: string,
  readAt: Date | null,
): Promise<{ message: ContactMessage; changed: boolean } | undefined> {
  if (!isRecordId(id)) return undefined
  const living = () =>
    db
      .selectFrom('contact_messages')
      .select(messageColumns)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
  const before = await living().forUpdate().executeTakeFirst()
  if (!before) return undefined
  const changed = (before.read_at === null) !== (readAt === null)
  if (changed)
    await db.updateTable('contact_messages').set({ read_at: readAt }).where('id', '=', id).execute()
  return { message: messageOf({ ...before, read_at: changed ? readAt : before.read_at }), changed }
}

/** Answers the id if there was a living message with it. */
export async function deleteMessage(db: Connection, id: string, by: string, now: Date) {
  return await markDeleted(db, 'contact_messages', id, by, now)
}
