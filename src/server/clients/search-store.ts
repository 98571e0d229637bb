import { type RawBuilder, sql } from 'kysely'
import type { ClientInput, ClientListItem, ClientSort, SimilarClient } from '#contract/clients/schema.ts'
import { type ClientStatus, unknownStatus } from '#contract/clients/statuses.ts'
import { maxCount } from '#contract/lists.ts'
import type { Connection } from '#server/database/connection.ts'
import { compileOnce, selectColumns, toIsoString } from '#server/database/records.ts'
import type { CursorPosition } from '#server/http/page-cursor.ts'
import { readSearch, type SearchTerms } from './search-terms.ts'

/** Filters of the list, combined with AND. */
export interface ClientFilter {
  search?: string | undefined
  status?: ClientStatus | typeof unknownStatus | undefined
  /** Only active clients without a note since then. */
  withoutNoteSince?: Date | undefined
  createdSince?: Date | undefined
  /** By default by name; with `withoutNoteSince`, those without a note for the longest time first. */
  sort?: ClientSort | undefined
}

interface FoundPage {
  items: ClientListItem[]
  /** Counted to 10,000. */
  total: number
  totalIsMinimum: boolean
  /** Where the page ends; null if it is the last. */
  end: CursorPosition | null
}

/** A client in a list. `moment` is the time that the list orders by, in microseconds since 1970. */
type FoundRow = Omit<ClientListItem, '_id'> & { moment: number | null }

const lastNoteOrArrival = sql<Date>`coalesce(last_note_at, created_at)`

interface Order {
  /** Sort keys before the id. */
  keys: RawBuilder<unknown>[]
  descending?: boolean
  /** Set if the list is ordered by a time. */
  moment?: RawBuilder<Date>
}

const name = [sql`sort_last`, sql`sort_first`]
const created = sql<Date>`created_at`

const orders: Record<ClientSort | 'last-note', Order> = {
  name: { keys: name },
  'name-descending': { keys: name, descending: true },
  created: { keys: [created], moment: created },
  'created-descending': { keys: [created], moment: created, descending: true },
  'last-note': { keys: [lastNoteOrArrival], moment: lastNoteOrArrival },
}

const orderOf = ({ sort, withoutNoteSince }: ClientFilter): Order =>
  orders[sort ?? (withoutNoteSince ? 'last-note' : 'name')]

/** The keys in the order's direction, for ORDER BY. */
const inDirection = (keys: RawBuilder<unknown>[], { descending }: Order) =>
  sql.join(keys.map((key) => (descending ? sql`${key} DESC` : key)))

/** Whether the list is ordered by a time, which its cursor then needs beside the client's id. */
export const isOrderedByTime = (filter: ClientFilter): boolean => orderOf(filter).moment !== undefined

const listColumns = selectColumns<Omit<FoundRow, 'moment'>>({
  id: 'clients.id',
  firstName: 'first_name',
  lastName: 'last_name',
  dateOfBirth: 'date_of_birth',
  status: 'status',
  phone: 'phone',
  lastNoteAt: 'last_note_at::text',
  createdAt: 'created_at::text',
  version: 'version',
}).list

const clientsWithNotes = sql`clients LEFT JOIN last_notes ON client_id = clients.id`

/**
 * At most `limit` clients after a position, and how many match on all pages; undefined if the position's client never
 * existed. At most 10,001 matches are found first, by the trigram index or, for short words, in the index by name. If there
 * are more, the page is read in the list's order. Each word is folded in a sub-select, so that one plan fits all searches
 * (docs/decisions/0048).
 */
export async function searchClients(
  db: Connection,
  filter: ClientFilter,
  limit: number,
  after?: CursorPosition,
): Promise<FoundPage | undefined> {
  const terms = readSearch(filter.search ?? '')
  const order = orderOf(filter)
  const place = after && (await valuesAt(db, order, after))
  if (after && !place) return undefined
  const isBehind = (keys: RawBuilder<unknown>[]) =>
    place ? sql`(${sql.join(keys)}) ${order.descending ? sql`<` : sql`>`} (${sql.join(place)})` : sql`true`
  const keys = [...order.keys, sql`id`]
  const foundKeys = keys.map((_, at) => sql.ref(`key_${at}`))
  const found = sql.join(keys.map((key, at) => sql`${key} AS ${sql.ref(`key_${at}`)}`))
  const from = filter.withoutNoteSince ? clientsWithNotes : sql`clients`
  const most = sql.lit(maxCount)
  // Known to the planner, or it would make a new plan for each search.
  const pageLimit = sql.lit(limit + 1)
  // OFFSET keeps PostgreSQL from merging the subquery, however few rows it expects to match.
  const source = isReadInOrder(filter, terms)
    ? sql`(
        SELECT id, sort_last, sort_first, search, status FROM clients WHERE deleted_at IS NULL
        ORDER BY ${inDirection(keys, order)} OFFSET 0
      ) AS clients WHERE`
    : sql`${from} WHERE deleted_at IS NULL AND`
  const { rows } = await sql<{ total: number } & (FoundRow | { id: null })>`
    WITH found AS MATERIALIZED (
      SELECT id, ${found} FROM ${source} ${matching(filter, terms, true)} LIMIT ${sql.lit(maxCount + 1)}
    ), counted AS MATERIALIZED (
      SELECT count(*)::integer AS total FROM found
    ), page AS (
      SELECT id FROM ((SELECT id FROM found WHERE (SELECT total FROM counted) <= ${most} AND ${isBehind(foundKeys)}
       ORDER BY ${inDirection(foundKeys, order)} LIMIT ${pageLimit})
      UNION ALL
      (SELECT id FROM ${from}
       WHERE deleted_at IS NULL AND (SELECT total FROM counted) > ${most}
         AND ${matching(filter, terms, false)} AND ${isBehind(keys)}
       ORDER BY ${inDirection(keys, order)} LIMIT ${pageLimit})) AS either
    )
    SELECT total, ${listColumns}, ${order.moment ? microseconds(order.moment) : sql`NULL`} AS moment
    FROM counted LEFT JOIN (page CROSS JOIN LATERAL (
      -- The limit makes PostgreSQL look up each client. For a join it would read all of them.
      SELECT * FROM ${clientsWithNotes} WHERE clients.id = page.id LIMIT 1
    ) AS clients) ON true
    ORDER BY ${inDirection([...order.keys, sql`clients.id`], order)}`.execute(db)
  const total = rows[0]?.total ?? 0
  const clients = rows.filter((row): row is { total: number } & FoundRow => row.id !== null)
  const last = clients.length > limit ? clients[limit - 1] : undefined
  return {
    items: clients.slice(0, limit).map(toListItem),
    total: Math.min(total, maxCount),
    totalIsMinimum: total > maxCount,
    end: last ? { id: last.id, ...(last.moment === null ? {} : { moment: last.moment }) } : null,
  }
}

const microseconds = (moment: RawBuilder<Date>) => sql`(extract(epoch FROM ${moment}) * 1000000)::bigint`

function toListItem({ lastNoteAt, createdAt, ...row }: FoundRow): ClientListItem {
  return {
    ...{ _id: row.id, ...row },
    ...{ lastNoteAt: lastNoteAt && toIsoString(lastNoteAt), createdAt: toIsoString(createdAt) },
  }
}

/** The sort keys and the id at a position. A deleted client still marks its position. */
async function valuesAt(
  db: Connection,
  order: Order,
  { id, moment }: CursorPosition,
): Promise<RawBuilder<unknown>[] | undefined> {
  if (order.moment) return [sql`timestamptz 'epoch' + ${moment} * interval '1 microsecond'`, sql`${id}::uuid`]
  const client = await db
    .selectFrom('clients')
    .select(['sort_last', 'sort_first'])
    .where('id', '=', id)
    .executeTakeFirst()
  return client && [sql`${client.sort_last}`, sql`${client.sort_first}`, sql`${id}::uuid`]
}

/** Whether to scan the index by name, because it has all filtered columns and no other index would be faster. */
function isReadInOrder(filter: ClientFilter, { words, phone, birthDate }: SearchTerms): boolean {
  const { withoutNoteSince, createdSince } = filter
  const isByName = orderOf(filter).moment === undefined && !withoutNoteSince && !createdSince
  return isByName && !phone && !birthDate && words.every(({ kind }) => kind === 'short')
}

/** The condition for a match. With `byIndex` long words use the trigram index. */
function matching(filter: ClientFilter, terms: SearchTerms, byIndex: boolean): RawBuilder<boolean> {
  const { status, withoutNoteSince, createdSince } = filter
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (status === unknownStatus) conditions.push(sql`status IS NULL`)
  else if (status) conditions.push(sql`status = ${status}`)
  if (withoutNoteSince) {
    conditions.push(sql`status = 'active'`)
    conditions.push(sql`(last_note_at IS NULL OR last_note_at < ${withoutNoteSince}::timestamptz)`)
  }
  if (createdSince) conditions.push(sql`created_at >= ${createdSince}::timestamptz`)
  const { words, phone, birthDate } = terms
  if (words.length > 0) {
    const alternatives = [
      sql.join(
        words.map((word) => hasWord(word, byIndex)),
        sql` AND `,
      ),
    ]
    if (phone && byIndex) alternatives.push(sql`phone LIKE ${`%${phone}%`}`)
    else if (phone) alternatives.push(sql`strpos(phone, ${phone}) > 0`)
    if (birthDate) alternatives.push(sql`date_of_birth = ${birthDate}::date`)
    conditions.push(sql`(${sql.join(alternatives, sql` OR `)})`)
  }
  return sql`${sql.join(conditions, sql` AND `)}`
}

/** `strpos` is several times as fast as LIKE, which only the index needs. */
function hasWord({ text, kind }: SearchTerms['words'][number], byIndex: boolean): RawBuilder<unknown> {
  if (kind === 'literal') return sql`strpos(first_name || ' ' || last_name, ${text}) > 0`
  if (kind === 'long' && byIndex) return sql`search LIKE (SELECT search_pattern(${text}))`
  return sql`strpos(search, (SELECT search_text(${text}))) > 0`
}

interface StatusCount {
  status: ClientStatus | null
  clients: number
}

const countAll = compileOnce<object, StatusCount>(
  () => sql`SELECT status, count(*) AS clients FROM clients WHERE deleted_at IS NULL GROUP BY status`,
)
const countSince = compileOnce<{ since: Date }, StatusCount>(
  ({ since }) => sql`
    SELECT status, count(*) AS clients FROM clients
    WHERE deleted_at IS NULL AND created_at >= ${since} GROUP BY status`,
)

/** Counts existing clients by status, or those added since an instant; null stands for no status. */
export async function countByStatus(db: Connection, since?: Date): Promise<Map<ClientStatus | null, number>> {
  const counted = since ? await countSince(db, { since }) : await countAll(db, {})
  return new Map(counted.map(({ status, clients }) => [status, clients]))
}

/**
 * Minimum trigram similarity of two names, from 0 to 1. Low, because the birth dates are equal: 'Jon Smith' and 'John
 * Smith' have 0.6, 'Mohamed Ali' and 'Muhammad Ali' 0.31, unrelated names at most 0.1. Trigrams are made word by word, so
 * that first and last name may be swapped.
 */
const minSimilarity = 0.3

const maxSimilar = 5

/** Existing clients with the same birth date and a similar name, the most similar first. */
export async function similarClients(
  db: Connection,
  { firstName, lastName, dateOfBirth }: Pick<ClientInput, 'firstName' | 'lastName' | 'dateOfBirth'>,
): Promise<SimilarClient[]> {
  const { rows } = await sql<Omit<SimilarClient, '_id'>>`
    WITH wanted AS (
      SELECT search_text(${`${firstName} ${lastName}`}) AS name, search_text(${`${lastName} ${firstName}`}) AS exchanged
    ), born_that_day AS (
      SELECT clients.*,
        -- Names in some scripts have no trigrams; equal names are similar all the same.
        CASE WHEN search IN (name, exchanged) THEN 1 ELSE similarity(search, name) END AS score
      FROM clients, wanted
      WHERE date_of_birth = ${dateOfBirth} AND deleted_at IS NULL
    )
    SELECT id, first_name AS "firstName", last_name AS "lastName", status, date_of_birth AS "dateOfBirth"
    FROM born_that_day
    WHERE score >= ${minSimilarity}
    ORDER BY score DESC, id LIMIT ${sql.lit(maxSimilar)}`.execute(db)
  return rows.map((row) => ({ _id: row.id, ...row }))
}
