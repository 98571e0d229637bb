import type { ContactInput, ContactMessage } from '#contract/contact-messages/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { markDeleted } from '#server/database/mark-deleted.ts'
import { isRecordId } from '#server/database/record-id.ts'
import { messageColumns, messageOf } from './row-store.ts'

/** Answers the new message's id. */
export async function addContactMessage(
  db: Connection,
  { name, email, message }: ContactInput,
  now: Date,
): Promise<string> {
  const row = await db
    .insertInto('contact_messages')
    .values({ name, email, message, received_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
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
