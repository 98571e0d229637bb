import { type RawBuilder, sql } from 'kysely'
import type {
  Client,
  ClientInput,
  ClientListItem,
  ClientSort,
  SimilarClient,
} from '#contract/clients/schema.ts'
import { type ClientStatus, clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'
import { maxCount } from '#contract/lists.ts'
import type { Connection } from '#server/database/connection.ts'
import { compileOnce, isRecordId, selectColumns, toIsoString } from '#server/database/records.ts'
import type { CursorPosition } from '#server/http/page-cursor.ts'
import { readSearch, type SearchTerms } from './search-terms.ts'
import { type ClientRow, clientColumnList, enteredColumnOf, toClient } from './store.ts'

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
  end: ClientPosition | null
}

/** Where a page ended: the part of the order, the client and, in a part ordered by a time, that time. */
export interface ClientPosition extends CursorPosition {
  part: number
}

type ListRow = Omit<ClientListItem, '_id'>

/** A client in a list. `moment` is the time that its part is ordered by, in microseconds since 1970. */
type FoundRow = ListRow & { position: number; part: number; moment: number | null }

/** Clients that are ordered by the same keys. The parts of an order follow one another. */
interface Part {
  /** Which clients these are; all if undefined. */
  condition?: RawBuilder<unknown>
  /** A time, or the name if undefined. The id follows. */
  moment?: RawBuilder<Date>
  descending?: boolean
  /** What the moment needs besides the client. */
  join?: RawBuilder<unknown>
}

interface Order {
  parts: Part[]
  /** What the parts read of a client that was found, besides the id. */
  columns: RawBuilder<unknown>[]
}

const inEitherDirection = (partsOf: (descending: boolean) => Part[], columns: RawBuilder<unknown>[]) =>
  [false, true].map((descending): Order => ({ parts: partsOf(descending), columns })) as [Order, Order]

const name = [sql`sort_last`, sql`sort_first`]
const [byName, byNameDescending] = inEitherDirection((descending) => [{ descending }], name)

/** By the status's label; within a status by name. */
const [byStatus, byStatusDescending] = inEitherDirection(
  (descending) => {
    const sorted = clientStatuses.toSorted()
    return [
      ...(descending ? sorted.reverse() : sorted).map((one) => ({
        condition: sql`status = ${sql.lit(one)}`,
      })),
      { condition: sql`status IS NULL` },
    ]
  },
  [...name, sql`status`],
)

/** Clients without a note are the last part in both directions. */
const [byLastNote, byLastNoteDescending] = inEitherDirection(
  (descending) => [
    { moment: sql`last_note_at`, join: sql`JOIN last_notes ON client_id = clients.id`, descending },
    { condition: sql`NOT EXISTS (SELECT FROM last_notes WHERE client_id = clients.id)` },
  ],
  name,
)

const created = sql<Date>`created_at`
const [byCreation, byCreationDescending] = inEitherDirection(
  (descending) => [{ moment: created, descending }],
  [created],
)

const joinNotes = sql`LEFT JOIN last_notes ON client_id = clients.id`

const withoutNoteFrom = sql<Date>`coalesce(last_note_at, created_at)`

const orders = {
  name: byName,
  '-name': byNameDescending,
  status: byStatus,
  '-status': byStatusDescending,
  lastNote: byLastNote,
  '-lastNote': byLastNoteDescending,
  created: byCreation,
  '-created': byCreationDescending,
  /** Without a note for the longest time, or since they were added. */
  withoutNote: {
    parts: [{ moment: withoutNoteFrom, join: joinNotes }],
    columns: [created],
  },
} satisfies Record<ClientSort | 'withoutNote', Order>

type OrderName = keyof typeof orders

/** The order of a list, which its cursors name. */
export const orderName = ({ sort, withoutNoteSince }: ClientFilter): OrderName =>
  sort ?? (withoutNoteSince ? 'withoutNote' : 'name')

const orderOf = (filter: ClientFilter): Order => orders[orderName(filter)]

const keysOf = ({ moment }: Part) => [...(moment ? [moment] : name), sql`clients.id`]

/** A part of the list's order. Within one with a moment, a cursor needs that beside the client's id. */
export const partOf = (filter: ClientFilter, part: number): Part | undefined => orderOf(filter).parts[part]

const listColumns = selectColumns<ListRow>({
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
  after?: ClientPosition,
): Promise<FoundPage | undefined> {
  const terms = readSearch(filter.search ?? '')
  const order = orderOf(filter)
  const place = after && (await placeOf(db, after))
  if (after && !place) return undefined
  const page = { columns: sql`clients.id`, limit: limit + 1, place }
  const found = pageOf(order, {
    ...page,
    source: sql`found AS clients`,
    condition: sql`(SELECT total FROM counted) <= ${sql.lit(maxCount)}`,
  })
  const counted = await sql<{ total: number } & (FoundRow | { id: null })>`
    WITH found AS MATERIALIZED (
      SELECT ${sql.join([sql`id`, ...order.columns])} FROM ${sourceOf(filter, terms)}
      WHERE ${matching(filter, terms, true)} LIMIT ${sql.lit(maxCount + 1)}
    ), counted AS MATERIALIZED (
      SELECT count(*)::integer AS total FROM found
    )
    SELECT total, page.* FROM counted LEFT JOIN (${found}) AS page ON true ORDER BY position`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  const condition = sql`deleted_at IS NULL AND ${matching(filter, terms, false)}`
  const { rows } =
    total > maxCount
      ? await sql<FoundRow>`${pageOf(order, { ...page, source: sql`clients`, condition })} ORDER BY position`.execute(
          db,
        )
      : counted
  const clients = rows.filter((row): row is FoundRow => row.id !== null)
  const last = clients.length > limit ? clients[limit - 1] : undefined
  return {
    items: clients.slice(0, limit).map(toListItem),
    total: Math.min(total, maxCount),
    totalIsMinimum: total > maxCount,
    end: last
      ? { id: last.id, part: last.part, ...(last.moment === null ? {} : { moment: last.moment }) }
      : null,
  }
}

/** The list's columns of a page, with the position of each client. */
const pageOf = (order: Order, page: PageToRead) => sql`
  SELECT position, page.part, page.moment, ${listColumns}
  FROM (
    SELECT *, row_number() OVER () AS position
    FROM (${inOrder(order, page)}) AS ordered LIMIT ${sql.lit(page.limit)}
  ) AS page CROSS JOIN LATERAL (
    -- The limit makes PostgreSQL look up each client. For a join it would read all of them.
    SELECT * FROM clients ${joinNotes} WHERE clients.id = page.id LIMIT 1
  ) AS clients`

interface PageToRead {
  columns: RawBuilder<unknown>
  source: RawBuilder<unknown>
  condition: RawBuilder<unknown>
  limit: number
  place: Place | undefined
}

/** The clients of a source under a condition, part by part, each read only if those before it don't fill the page. */
function inOrder(
  { parts }: Order,
  { columns, source, condition, limit, place }: PageToRead,
): RawBuilder<unknown> {
  const rest = parts.flatMap((part, at) => {
    if (place && at < place.part) return []
    const { moment, join = sql`` } = part
    const keys = keysOf(part)
    const behind = place?.part === at ? isBehind(part, place) : sql`true`
    return sql`(
      SELECT ${columns}, ${sql.lit(at)} AS part, ${moment ? microseconds(moment) : sql`NULL::bigint`} AS moment
      FROM ${source} ${join}
      WHERE ${condition} AND ${part.condition ?? sql`true`} AND ${behind}
      ORDER BY ${sql.join(keys.map((key) => (part.descending ? sql`${key} DESC` : key)))}
      -- Known to the planner, or it would make a new plan for each search.
      LIMIT ${sql.lit(limit)})`
  })
  return sql.join(rest, sql` UNION ALL `)
}

/** The values of a part's keys at a position. */
interface Place {
  part: number
  values: RawBuilder<unknown>[]
}

function isBehind(part: Part, { values }: Place): RawBuilder<unknown> {
  const sign = part.descending ? sql`<` : sql`>`
  const compared = sql`(${sql.join(keysOf(part))}) ${sign} (${sql.join(values)})`
  // The id is in another table than the time, so that only the time alone can use the index.
  return part.moment ? sql`${part.moment} ${sign}= ${values[0]} AND ${compared}` : compared
}

/**
 * All clients that match, in the list's order. Each page is a query of its own and continues after the last client of the one
 * before, so that nothing is held in between.
 */
export async function* clientPages(
  db: Connection,
  filter: ClientFilter,
  { firstPage, furtherPages }: { firstPage: number; furtherPages: number },
): AsyncGenerator<Client[], void> {
  type Row = ClientRow & Pick<FoundRow, 'part' | 'moment'> & { sort_last: string; sort_first: string }
  const order = orderOf(filter)
  const condition = sql`deleted_at IS NULL AND ${matching(filter, readSearch(filter.search ?? ''), false)}`
  const columns = sql`${clientColumnList}, sort_last, sort_first`
  let [limit, place]: [number, Place?] = [firstPage]
  for (;;) {
    const page: PageToRead = { columns, source: sql`clients`, condition, limit, place }
    const { rows } =
      await sql<Row>`SELECT * FROM (${inOrder(order, page)}) AS page LIMIT ${sql.lit(limit)}`.execute(db)
    yield rows.map(({ part, moment, sort_last, sort_first, ...row }) => toClient(row))
    const end = rows.at(-1)
    if (!end || rows.length < limit) return
    place = { part: end.part, values: valuesOf(end) }
    limit = furtherPages
  }
}

const isoText = (instant: string) => `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const sentColumns = selectColumns<Client>({
  _id: 'clients.id',
  id: 'clients.id',
  ...enteredColumnOf,
  lastNoteAt: `(SELECT ${isoText('last_note_at')} FROM last_notes WHERE client_id = clients.id)`,
  createdAt: isoText('clients.created_at'),
  updatedAt: isoText('clients.updated_at'),
  version: 'clients.version',
}).list

/** Clients as PostgreSQL writes them in JSON, separated by commas; null if there are none. */
interface JsonPage {
  json: string | null
  count: number
}

/**
 * Like `clientPages`, by name and as JSON. As objects in Node.js, a large list would take three times the processor time and
 * hundreds of megabytes.
 */
export async function* clientPagesAsJson(
  db: Connection,
  { status }: Pick<ClientFilter, 'status'>,
  { firstPage, furtherPages }: { firstPage: number; furtherPages: number },
): AsyncGenerator<JsonPage, void> {
  const condition = sql`deleted_at IS NULL AND ${matching({ status }, readSearch(''), false)}`
  let [limit, behind] = [firstPage, sql`true`]
  for (;;) {
    const { rows } = await sql<JsonPage & { sort_last: string; sort_first: string; id: string }>`
      SELECT string_agg(row_to_json(client)::text, ',') AS json, count(*),
        (array_agg(sort_last))[count(*)] AS sort_last, (array_agg(sort_first))[count(*)] AS sort_first,
        (array_agg(clients.id))[count(*)] AS id
      FROM (
        SELECT * FROM clients WHERE ${condition} AND ${behind}
        ORDER BY sort_last, sort_first, id LIMIT ${sql.lit(limit)}
      ) AS clients CROSS JOIN LATERAL (SELECT ${sentColumns}) AS client`.execute(db)
    const [page] = rows
    if (!page) return
    yield page
    if (page.count < limit) return
    behind = sql`(sort_last, sort_first, id) > (${page.sort_last}, ${page.sort_first}, ${page.id}::uuid)`
    limit = furtherPages
  }
}

const microseconds = (moment: RawBuilder<Date>) => sql`(extract(epoch FROM ${moment}) * 1000000)::bigint`

function toListItem({ lastNoteAt, createdAt, ...row }: ListRow): ClientListItem {
  return {
    ...{ _id: row.id, ...row },
    ...{ lastNoteAt: lastNoteAt && toIsoString(lastNoteAt), createdAt: toIsoString(createdAt) },
  }
}

/** Where a position is in the order, even if its client has been deleted since. */
async function placeOf(db: Connection, { part, id, moment }: ClientPosition): Promise<Place | undefined> {
  if (moment !== undefined) return { part, values: valuesOf({ id, moment }) }
  const client = await db
    .selectFrom('clients')
    .select(['sort_last', 'sort_first'])
    .where('id', '=', id)
    .executeTakeFirst()
  return client && { part, values: valuesOf({ id, moment: null, ...client }) }
}

/**
 * The client after this one among the active clients without a note since then, in the order of their list; after the last
 * comes the first. Undefined if this client does not exist.
 */
export async function nextWithoutNote(
  db: Connection,
  id: string,
  withoutNoteSince: Date,
): Promise<{ next: ClientListItem | null } | undefined> {
  if (!isRecordId(id)) return undefined
  const { rows } = await sql<ListRow | { id: null }>`
    WITH present AS (
      SELECT clients.id, ${withoutNoteFrom} AS moment FROM clients ${joinNotes}
      WHERE clients.id = ${id} AND deleted_at IS NULL
    )
    SELECT next.* FROM present LEFT JOIN LATERAL (
      SELECT ${listColumns} FROM clients ${joinNotes}
      WHERE deleted_at IS NULL AND ${matching({ withoutNoteSince }, readSearch(''), false)}
        AND clients.id <> present.id
      ORDER BY (${withoutNoteFrom}, clients.id) < (present.moment, present.id), ${withoutNoteFrom}, clients.id
      LIMIT 1
    ) AS next ON true`.execute(db)
  const [row] = rows
  return row && { next: row.id === null ? null : toListItem(row) }
}

type SortedRow = { id: string; moment: number | null; sort_last?: string; sort_first?: string }

/** The values of the keys of its part. */
function valuesOf({ id, moment, sort_last, sort_first }: SortedRow): RawBuilder<unknown>[] {
  const keys =
    moment === null
      ? [sql`${sort_last}`, sql`${sort_first}`]
      : [sql`timestamptz 'epoch' + ${moment} * interval '1 microsecond'`]
  return [...keys, sql`${id}::uuid`]
}

/** Existing clients. OFFSET keeps PostgreSQL from merging the subquery, however few rows it expects to match. */
function sourceOf(filter: ClientFilter, terms: SearchTerms): RawBuilder<unknown> {
  if (isReadInOrder(filter, terms))
    return sql`(
        SELECT id, sort_last, sort_first, search, status FROM clients WHERE deleted_at IS NULL
        ORDER BY sort_last, sort_first, id OFFSET 0
      ) AS clients`
  return sql`(SELECT * FROM clients WHERE deleted_at IS NULL) AS clients`
}

/** Whether to scan the index by name, because it has all needed columns and no other index would be faster. */
function isReadInOrder(filter: ClientFilter, { words, phone, birthDate }: SearchTerms): boolean {
  const { withoutNoteSince, createdSince } = filter
  const isByOther = orderOf(filter).columns.includes(created) || withoutNoteSince || createdSince
  return !isByOther && !phone && !birthDate && words.every(({ kind }) => kind === 'short')
}

/** The condition for a match. With `byIndex` long words use the trigram index. */
function matching(filter: ClientFilter, terms: SearchTerms, byIndex: boolean): RawBuilder<boolean> {
  const { status, withoutNoteSince, createdSince } = filter
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (status === unknownStatus) conditions.push(sql`status IS NULL`)
  else if (status) conditions.push(sql`status = ${status}`)
  if (withoutNoteSince) {
    conditions.push(sql`status = 'active'`)
    conditions.push(
      sql`NOT EXISTS (SELECT FROM last_notes AS note WHERE note.client_id = clients.id AND note.last_note_at >= ${withoutNoteSince}::timestamptz)`,
    )
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
