import { type RawBuilder, sql } from 'kysely'
import type { ClientInput, ClientListItem, ClientSort, SimilarClient } from '#contract/clients/schema.ts'
import { type ClientStatus, unknownStatus } from '#contract/clients/statuses.ts'
import { countedAtMost, largestPage } from '#contract/lists.ts'
import type { Connection } from '#server/database/connection.ts'
import { columnsOf, isoOfText } from '#server/database/records.ts'
import type { CursorPosition } from '#server/http/page-cursor.ts'
import { readSearch, type SearchTerms } from './search-terms.ts'

/** What the list is narrowed by; all of it at once. */
export interface ClientFilter {
  search?: string | undefined
  status?: ClientStatus | typeof unknownStatus | undefined
  /** Only active clients without a note since then. */
  withoutNoteSince?: Date | undefined
  createdSince?: Date | undefined
  /** By name, unless it is about missing notes: those without one for the longest time come first then. */
  sort?: ClientSort | undefined
}

interface FoundPage {
  items: ClientListItem[]
  /** Counted to 10,000. */
  total: number
  totalIsMinimum: boolean
  /** Where the page ends, if more follow. */
  end: CursorPosition | null
}

/** What a list shows of a client, with the place in each order: `moment` is in microseconds since 1970. */
type FoundRow = Omit<ClientListItem, '_id'> & { moment: number | null }

const lastNoteOrArrival = sql<Date>`coalesce(last_note_at, created_at)`

interface Order {
  /** Before the id. */
  keys: RawBuilder<unknown>[]
  descending?: boolean
  /** The time that it orders by. */
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

/** The keys and the id, as a list to order by or to compare with a place. */
const inDirection = (keys: RawBuilder<unknown>[], { descending }: Order) =>
  sql.join(keys.map((key) => (descending ? sql`${key} DESC` : key)))

/** Whether the place that a page ends at holds a moment, or names the client alone. */
export const endsWithMoment = (filter: ClientFilter): boolean => orderOf(filter).moment !== undefined

const listColumns = columnsOf<Omit<FoundRow, 'moment'>>({
  id: 'clients.id',
  firstName: 'first_name',
  lastName: 'last_name',
  dateOfBirth: 'date_of_birth',
  status: 'status',
  phone: 'phone',
  lastNoteAt: 'last_note_at::text',
  version: 'version',
}).list

const clientsWithNotes = sql`clients LEFT JOIN last_notes ON client_id = clients.id`

/**
 * At most `limit` clients behind a place, and how many match on all pages; undefined where nobody is at that place. What
 * matches is found first, at most 10,001 of it: by the index of three-letter pieces where a word is long enough for it,
 * else in the order of names, whose index holds what is searched. Where more than that match, the page's own are never
 * far in the order of the list. Each word is folded in a sub-select, so that the plan is the same whatever is searched.
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
  const most = sql.lit(countedAtMost)
  // With OFFSET the subquery is read as it is written, however few rows PostgreSQL expects to match.
  const source = isReadInOrder(filter, terms)
    ? sql`(
        SELECT id, sort_last, sort_first, search, status FROM clients WHERE deleted_at IS NULL
        ORDER BY ${inDirection(keys, order)} OFFSET 0
      ) AS clients WHERE`
    : sql`${from} WHERE deleted_at IS NULL AND`
  const { rows } = await sql<{ total: number } & (FoundRow | { id: null })>`
    WITH found AS MATERIALIZED (
      SELECT id, ${found} FROM ${source} ${matching(filter, terms, true)} LIMIT ${sql.lit(countedAtMost + 1)}
    ), counted AS MATERIALIZED (
      SELECT count(*)::integer AS total FROM found
    ), page AS (
      SELECT id FROM ((SELECT id FROM found WHERE (SELECT total FROM counted) <= ${most} AND ${isBehind(foundKeys)}
       ORDER BY ${inDirection(foundKeys, order)} LIMIT ${limit + 1})
      UNION ALL
      (SELECT id FROM ${from}
       WHERE deleted_at IS NULL AND (SELECT total FROM counted) > ${most}
         AND ${matching(filter, terms, false)} AND ${isBehind(keys)}
       ORDER BY ${inDirection(keys, order)} LIMIT ${limit + 1})) AS either
      -- A generic plan knows no other limit, and would read all clients to join a few.
      LIMIT ${sql.lit(largestPage + 1)}
    )
    SELECT total, ${listColumns}, ${order.moment ? microseconds(order.moment) : sql`NULL`} AS moment
    FROM counted LEFT JOIN (page JOIN clients USING (id) LEFT JOIN last_notes ON client_id = id) ON true
    ORDER BY ${inDirection(keys, order)}`.execute(db)
  const total = rows[0]?.total ?? 0
  const clients = rows.filter((row): row is { total: number } & FoundRow => row.id !== null)
  const last = clients.length > limit ? clients[limit - 1] : undefined
  return {
    items: clients.slice(0, limit).map(listItemOf),
    total: Math.min(total, countedAtMost),
    totalIsMinimum: total > countedAtMost,
    end: last ? { id: last.id, ...(last.moment === null ? {} : { moment: last.moment }) } : null,
  }
}

const microseconds = (moment: RawBuilder<Date>) => sql`(extract(epoch FROM ${moment}) * 1000000)::bigint`

function listItemOf({ lastNoteAt, ...row }: FoundRow): ClientListItem {
  return { _id: row.id, ...row, lastNoteAt: lastNoteAt && isoOfText(lastNoteAt) }
}

/** What the keys and the id are at a place. A client deleted since still marks its place by name. */
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

/** Whether the index of the order by name holds all that the list is narrowed by, and no other would find it faster. */
function isReadInOrder(filter: ClientFilter, { words, phone, birthDate }: SearchTerms): boolean {
  const { withoutNoteSince, createdSince } = filter
  const isByName = orderOf(filter).moment === undefined && !withoutNoteSince && !createdSince
  return isByName && !phone && !birthDate && words.every(({ kind }) => kind === 'short')
}

/** Narrows to the clients that match. With `byIndex` long words are looked up in the index of their pieces. */
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

/** How many existing clients there are of each status, or of those added since an instant; null counts those without one. */
export async function countByStatus(db: Connection, since?: Date): Promise<Map<ClientStatus | null, number>> {
  let counted = db
    .selectFrom('clients')
    .select(({ fn }) => ['status', fn.countAll<number>().as('clients')])
    .where('deleted_at', 'is', null)
    .groupBy('status')
  if (since) counted = counted.where('created_at', '>=', since)
  return new Map((await counted.execute()).map(({ status, clients }) => [status, clients]))
}

/**
 * How alike two names are at least, from 0 to 1: the part of their three-letter pieces that both have. Low, because
 * the birth date is the same too: 'Jon Smith' and 'John Smith' have 0.6, 'Mohamed Ali' and 'Muhammad Ali' 0.31, two
 * people with one name in common about a third, strangers 0 to 0.1. The pieces are those of single words, so that
 * first and last name may be exchanged.
 */
const leastSimilarity = 0.3

const mostSimilar = 5

/** Existing clients who were born on the same day and are named alike, the most similar first. */
export async function similarClients(
  db: Connection,
  { firstName, lastName, dateOfBirth }: Pick<ClientInput, 'firstName' | 'lastName' | 'dateOfBirth'>,
): Promise<SimilarClient[]> {
  const { rows } = await sql<Omit<SimilarClient, '_id'>>`
    WITH wanted AS (
      SELECT search_text(${`${firstName} ${lastName}`}) AS name, search_text(${`${lastName} ${firstName}`}) AS exchanged
    ), born_that_day AS (
      SELECT clients.*,
        -- Scripts that PostgreSQL sees no letters in have no pieces; equal names are similar all the same.
        CASE WHEN search IN (name, exchanged) THEN 1 ELSE similarity(search, name) END AS likeness
      FROM clients, wanted
      WHERE date_of_birth = ${dateOfBirth} AND deleted_at IS NULL
    )
    SELECT id, first_name AS "firstName", last_name AS "lastName", status, date_of_birth AS "dateOfBirth"
    FROM born_that_day
    WHERE likeness >= ${leastSimilarity}
    ORDER BY likeness DESC, id LIMIT ${sql.lit(mostSimilar)}`.execute(db)
  return rows.map((row) => ({ _id: row.id, ...row }))
}
