import { type SelectQueryBuilder, sql } from 'kysely'
import type { ContactMessage } from '#contract/contact-messages/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import type { Database } from '#server/database/tables.ts'
import { messageColumns, messageOf } from './row-store.ts'

interface MessageFilter {
  search?: string | undefined
  from?: Date | undefined
  before?: Date | undefined
}

/** All living messages that match, newest first. */
export async function listMessages(db: Connection, filter: MessageFilter): Promise<ContactMessage[]> {
  return (await inOrder(db, filter).execute()).map(messageOf)
}

/** One page of the same list: at most `limit` messages behind the one with the id `after`; undefined when there never was that one. */
export async function pageOfMessages(db: Connection, filter: MessageFilter, limit: number, after?: string) {
  let query = inOrder(db, filter)
  if (after) {
    const place = await db
      .selectFrom('contact_messages')
      .select('received_at')
      .where('id', '=', after)
      .executeTakeFirst()
    if (!place) return undefined
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
  const items = rows.slice(0, limit).map(messageOf)
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
  return matching(db.selectFrom('contact_messages').select(messageColumns), filter)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
}

function matching<O>(
  query: SelectQueryBuilder<Database, 'contact_messages', O>,
  { search, from, before }: MessageFilter,
) {
  let narrowed = query.where('deleted_at', 'is', null)
  if (from) narrowed = narrowed.where('received_at', '>=', from)
  if (before) narrowed = narrowed.where('received_at', '<', before)
  if (!search) return narrowed
  const pattern = sql`name_pattern(${search})`
  return narrowed.where(sql<boolean>`(fold_name(name) LIKE ${pattern} OR fold_name(email) LIKE ${pattern})`)
}
