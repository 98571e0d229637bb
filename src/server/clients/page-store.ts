import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Client } from '#contract/clients/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { keptPlan } from '#server/database/kept-plans.ts'
import type { Database } from '#server/database/tables.ts'
import type { Place } from '#server/http/page-cursor.ts'
import { type ClientFilter, inOrder, matching, silence } from './matching-store.ts'
import { type ClientRow, clientColumnList, clientColumns, clientOf } from './row-store.ts'
import { versionOfClients } from './version-store.ts'

export interface Page {
  items: Client[]
  /** Where the page ends, if more follow. */
  end: Place | null
}

type ClientQuery<O> = SelectQueryBuilder<Database, 'clients', O>

/** What a page by name begins behind: the order's values of a client. */
export interface NamePlace {
  sort_last: string
  sort_first: string
  id: string
}

/** Where a client stands in the list by name. One deleted since still marks its place. */
export async function placeOf(db: Connection, id: string): Promise<NamePlace | undefined> {
  return await db
    .selectFrom('clients')
    .select(['sort_last', 'sort_first', 'id'])
    .where('id', '=', id)
    .modifyFront(keptPlan)
    .executeTakeFirst()
}

/** At most `limit` clients by name. */
export async function pageByName(
  db: Connection,
  filter: ClientFilter,
  limit: number,
  after?: NamePlace,
): Promise<Page> {
  const all = db.selectFrom('clients').select(clientColumns)
  // How to look for a name depends on the name.
  const query: ClientQuery<ClientRow> = matching(filter.search ? all : all.modifyFront(keptPlan), filter)
  const rows = await inOrder(after ? query.where(isBehind(after)) : query, filter)
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit)
}

export type SearchFilter = ClientFilter & { search: string }

/** A page of what a search found, how many it found, and the version of the clients that it was found in. */
export type FoundPage = Page & { total: number; version: string }

/**
 * The same of those that a search finds, by one statement. They are looked up first, by the index of names: left
 * to itself PostgreSQL may walk through all clients in their order until a page is full, which is long when all
 * that match stand close together. As that is the way for every name, its plan is kept; the pattern is a subquery so that
 * it is made once and not for each name.
 */
export async function pageOfFound(
  db: Connection,
  { search, ...others }: SearchFilter,
  limit: number,
  after?: NamePlace,
): Promise<FoundPage> {
  const found = matching(db.selectFrom('clients').select(['id', 'sort_last', 'sort_first']), others).where(
    sql<boolean>`search_name LIKE (SELECT name_pattern(${search}))`,
  )
  const { rows } = await sql<{ total: number; stamps: string } & (ClientRow | { id: null })>`
    WITH ${keptPlan} found AS MATERIALIZED (${found}), page AS (
      SELECT id FROM found WHERE ${after ? isBehind(after) : sql`true`}
      ORDER BY sort_last, sort_first, id LIMIT ${limit + 1}
    )
    SELECT counted.total, counted.stamps, ${clientColumnList}
    FROM (SELECT count(*) AS total, ${versionOfClients} AS stamps FROM found) AS counted
    LEFT JOIN (page JOIN clients USING (id)) ON true
    ORDER BY sort_last, sort_first, clients.id`.execute(db)
  const clients = rows.filter((row) => row.id !== null)
  const { total = 0, stamps = '' } = rows[0] ?? {}
  return { ...pageOf(clients, limit), total, version: stamps }
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
  const query = matching(db.selectFrom('clients').select(clientColumns).select(moment), filter)
  const rows = await inOrder(after ? query.where(isLessSilent(after)) : query, filter)
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit)
}

function isBehind({ sort_last, sort_first, id }: NamePlace): RawBuilder<boolean> {
  return sql`(sort_last, sort_first, id) > (${sort_last}, ${sort_first}, ${id}::uuid)`
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
