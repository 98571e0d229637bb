import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { ContactInput, ContactMessage } from '#contract/contact-messages/endpoints.ts'
import type { Connection } from '#server/database/connection.ts'
import { readList } from '#server/database/list-cursor.ts'
import { isRecordId, markDeleted } from '#server/database/records.ts'
import { matchesWords } from '#server/database/search-words.ts'
import type { ContactMessages, Database } from '#server/database/tables.ts'
import { recordsAtOnce } from '#server/throttling/large-lists.ts'

const columns = ['id', 'name', 'email', 'message', 'received_at', 'read_at'] as const

type MessageRow = Pick<Selectable<ContactMessages>, (typeof columns)[number]>

export interface MessageFilter {
  search?: string | undefined
  from?: Date | undefined
  before?: Date | undefined
}

/** All messages that match and are not deleted, newest first. */
export async function* everyMessage(
  db: Connection,
  filter: MessageFilter,
): AsyncGenerator<ContactMessage[], void> {
  const query = sql<MessageRow>`${inOrder(db, filter)}`
  for await (const rows of readList(db, query, recordsAtOnce)) yield rows.map(toMessage)
}

/** A page of the same list: at most `limit` messages after the message `after`; undefined if that never existed. */
export async function listMessagePage(db: Connection, filter: MessageFilter, limit: number, after?: string) {
  let query = inOrder(db, filter)
  if (after) {
    const cursorRow = await db
      .selectFrom('contact_messages')
      .select('received_at')
      .where('id', '=', after)
      .executeTakeFirst()
    if (!cursorRow) return undefined
    query = query.where(
      sql<boolean>`(received_at, id) < (SELECT received_at, id FROM contact_messages WHERE id = ${after})`,
    )
  }
  const [rows, { total }] = await Promise.all([
    query.limit(limit + 1).execute(),
    matching(
      db.selectFrom('contact_messages').select(db.fn.countAll<number>().as('total')),
      filter,
    ).executeTakeFirstOrThrow(),
  ])
  const items = rows.slice(0, limit).map(toMessage)
  return { items, total, last: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

export async function countUnread(db: Connection): Promise<number> {
  const { count } = await db
    .selectFrom('contact_messages')
    .select(db.fn.countAll<number>().as('count'))
    .where('read_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

function inOrder(db: Connection, filter: MessageFilter) {
  return matching(db.selectFrom('contact_messages').select(columns), filter)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
}

function matching<O>(
  query: SelectQueryBuilder<Database, 'contact_messages', O>,
  { search, from, before }: MessageFilter,
) {
  let filtered = query.where('deleted_at', 'is', null)
  if (from) filtered = filtered.where('received_at', '>=', from)
  if (before) filtered = filtered.where('received_at', '<', before)
  if (search) filtered = filtered.where(matchesWords([sql`name`, sql`email`], search))
  return filtered
}

/** Returns the new message's id. */
export async function addContactMessage(
  db: Connection,
  { name, email, message }: ContactInput,
  now: Date,
): Promise<string> {
  const { id } = await db
    .insertInto('contact_messages')
    .values({ name, email, message, received_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Marks as read at `readAt`, keeping an earlier time, or with null as unread. Undefined if there is no such message. */
export async function markRead(
  db: Connection,
  id: string,
  readAt: Date | null,
): Promise<{ message: ContactMessage; changed: boolean } | undefined> {
  if (!isRecordId(id)) return undefined
  const before = await db
    .selectFrom('contact_messages')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  const changed = (before.read_at === null) !== (readAt === null)
  if (changed)
    await db.updateTable('contact_messages').set({ read_at: readAt }).where('id', '=', id).execute()
  return { message: toMessage({ ...before, read_at: changed ? readAt : before.read_at }), changed }
}

/** Returns the id if there was such a message. */
export async function deleteMessage(db: Connection, id: string, by: string, now: Date) {
  return await markDeleted(db, 'contact_messages', id, by, now)
}

function toMessage({ id, name, email, message, received_at, read_at }: MessageRow): ContactMessage {
  return {
    _id: id,
    id,
    name,
    email,
    message,
    receivedAt: received_at.toISOString(),
    readAt: read_at?.toISOString() ?? null,
  }
}
