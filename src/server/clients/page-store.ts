import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#contract/clients/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import type { Place } from '#server/http/page-cursor.ts'
import { type ClientFilter, inOrder, matching, silence } from './matching-store.ts'
import type { NamePlace } from './names-in-order.ts'
import { type ClientRow, clientColumns, clientOf } from './row-store.ts'

export interface Page {
  items: Client[]
  /** Where the page ends, if more follow. */
  end: Place | null
}

/** Where a client stands in the list by name. One deleted since still marks its place. */
export async function placeInList(db: Connection, id: string): Promise<NamePlace | undefined> {
  return await db
    .selectFrom('clients')
    .select(['sort_last as last', 'sort_first as first', 'id'])
    .where('id', '=', id)

    .executeTakeFirst()
}

/** At most `limit` clients by name, of those that are narrowed by nothing but a status. */
export async function pageByName(
  db: Connection,
  filter: Pick<ClientFilter, 'status'>,
  limit: number,
  after?: NamePlace,
): Promise<Page> {
  const all = db.selectFrom('clients').select(clientColumns)
  const query = matching(all, filter)
  const rows = await inOrder(after ? query.where(isBehind(after)) : query, filter)
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit)
}

/**
 * At most `limit` of the silent ones. The place holds the moment that it was ordered by: a client about whom somebody
 * writes meanwhile moves, and would else take the rest of the list along.
 */
export async function pageBySilence(
  db: Connection,
  filter: ClientFilter,
  limit: number,
  after?: Required<Place>,
): Promise<Page> {
  const moment = sql<number>`(extract(epoch FROM ${silence}) * 1000000)::bigint`.as('moment')
  const all = db.selectFrom('clients').select(clientColumns).select(moment)
  // With a search the best plan depends on how many it finds.
  const query = matching(filter.search ? all : all, filter)
  const rows = await inOrder(after ? query.where(isLessSilent(after)) : query, filter)
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit)
}

function isBehind({ last, first, id }: NamePlace): RawBuilder<boolean> {
  return sql`(sort_last, sort_first, id) > (${last}, ${first}, ${id}::uuid)`
}

function isLessSilent({ moment, id }: Required<Place>): RawBuilder<boolean> {
  return sql`(${silence}, id) > (timestamptz 'epoch' + ${moment} * interval '1 microsecond', ${id}::uuid)`
}

/** One row more than the limit tells that more follow. */
function pageOf(rows: (ClientRow & { moment?: number })[], limit: number): Page {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { items: rows.slice(0, limit).map(clientOf), end: last ? { id: last.id, ...momentOf(last) } : null }
}

const momentOf = ({ moment }: { moment?: number }) => (moment === undefined ? {} : { moment })
