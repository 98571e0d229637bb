import type { ContactInput } from '#contract/contact-messages/schema.ts'
import type { Connection } from '#server/database/connection.ts'

/** Answers the new message's id. */
export async function addContactMessage(
  db: Connection,
  { name, email, message }: ContactInput,
  now: Date,
): Promise<string> {
  const row = await db
    .insertInto('contact_messages')
    .values({ name, email, message, received_at: now, deleted_at: null, deleted_by: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
