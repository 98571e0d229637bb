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
import { isoText, isRecordId, selectColumns, statement } from '#server/database/records.ts'
import { hasSigns, similarity, similarityTo } from '#server/database/search-words.ts'
import type { CursorPosition } from '#server/http/page-cursor.ts'
import { readSearch, type SearchTerms } from './search-terms.ts'
import { fieldColumns } from './store.ts'

/** Filters of the list, combined with AND. */
export interface ClientFilter {
  search?: string | undefined
  status?: ClientStatus | typeof unknownStatus | undefined
  /** Only active clients without a note for this day ('YYYY-MM-DD') or a later one. */
  withoutNoteSince?: string | undefined
  /** An employee's id, or 'nobody'. */
  assignedTo?: string | undefined
  createdSince?: Date | undefined
  /** Only clients who moved into housing on these days, 'YYYY-MM-DD', or between them. */
  movedInFrom?: string | undefined
  movedInTo?: string | undefined
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

/** The keys of an order, which are compared as one row: `(keys) > (values of the last client)`. */
interface Order {
  keys: string[]
  isDescending?: boolean
  /** The first key as a whole number, for cursors. Names are not in cursors: they are read by the client's id. */
  sortKey?: string
  /** The first key is an instant, and its number counts microseconds since 1970. */
  isInstant?: boolean
}

const name = ['sort_last', 'sort_first', 'clients.id']

const byCreation: Order = {
  keys: ['created_at', 'clients.id'],
  sortKey: '(extract(epoch FROM created_at) * 1000000)::bigint',
  isInstant: true,
}

const byNumber = (number: string): Order => ({ keys: [number, ...name], sortKey: number })

/** By the status's label; clients without one come last. */
const rankOf = (statuses: ClientStatus[]) =>
  `coalesce(array_position('{${statuses.join()}}'::text[], status), ${statuses.length + 1})`

/** Clients without a note come last in both directions. */
const sinceLastNote = (sign: '' | '-') => `coalesce(${sign}(last_note_on - date 'epoch'), ${2 ** 31 - 1})`

/** The day since which nothing was written about a client. */
const quietSince = "coalesce(last_note_on, (created_at AT TIME ZONE 'UTC')::date) - date 'epoch'"

const sorted = clientStatuses.toSorted()

const orders = {
  name: { keys: name },
  '-name': { keys: name, isDescending: true },
  status: byNumber(rankOf(sorted)),
  '-status': byNumber(rankOf(sorted.toReversed())),
  lastNote: byNumber(sinceLastNote('')),
  '-lastNote': byNumber(sinceLastNote('-')),
  created: byCreation,
  '-created': { ...byCreation, isDescending: true },
  /** Without a note for the longest time, or since they were added. */
  withoutNote: byNumber(quietSince),
} satisfies Record<ClientSort | 'withoutNote', Order>

/** The order of a list, which its cursors name. */
export const orderName = ({ sort, withoutNoteSince }: ClientFilter): keyof typeof orders =>
  sort ?? (withoutNoteSince ? 'withoutNote' : 'name')

/** Whether a cursor of this list holds a sort key besides the client's id. */
export const hasSortKey = (filter: ClientFilter): boolean => orderOf(filter).sortKey !== undefined

const orderOf = (filter: ClientFilter): Order => orders[orderName(filter)]

const orderBy = ({ keys, isDescending }: Order) =>
  sql.raw(keys.map((key) => (isDescending ? `${key} DESC` : key)).join())

/** The condition for clients after a position; undefined if its client never existed. */
async function afterPosition(
  db: Connection,
  { keys, isDescending, isInstant }: Order,
  { id, sortKey }: CursorPosition,
): Promise<RawBuilder<unknown> | undefined> {
  // Deleted ones, too.
  const last = await db
    .selectFrom('clients')
    .select(['sort_last', 'sort_first'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!last) return undefined
  const values = keys.map((key) => {
    if (key === 'clients.id') return sql`${id}::uuid`
    if (key === 'sort_last' || key === 'sort_first') return sql`${last[key]}`
    return isInstant
      ? sql`timestamptz 'epoch' + ${sortKey} * interval '1 microsecond'`
      : sql`${sortKey}::bigint`
  })
  return sql`(${sql.raw(keys.join())}) ${isDescending ? sql`<` : sql`>`} (${sql.join(values)})`
}

const lastNoteDays = {
  lastNoteOn: 'last_note_on',
  lastNoteAttempted: 'last_reached_on IS DISTINCT FROM last_note_on',
}

const listColumns = selectColumns<ClientListItem>({
  _id: 'clients.id',
  id: 'clients.id',
  firstName: 'first_name',
  lastName: 'last_name',
  preferredName: 'preferred_name',
  dateOfBirth: 'date_of_birth',
  status: 'status',
  phone: 'phone',
  assignedTo: 'assigned_to',
  assignedToName: 'worker_name',
  lastNoteAt: isoText('last_note_at'),
  ...lastNoteDays,
  createdAt: isoText('created_at'),
  version: 'version',
}).list

const joinNotes = sql`LEFT JOIN last_notes ON client_id = clients.id`

/** Costs a fraction of a sub-select for each client, which reads all employees. */
const joinWorker = sql`LEFT JOIN (
  SELECT id AS worker_id, trim(first_name || ' ' || last_name) AS worker_name, email AS worker_email FROM employees
) AS worker ON worker_id = assigned_to`

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
  position?: CursorPosition,
): Promise<FoundPage | undefined> {
  const terms = readSearch(filter.search ?? '')
  const order = orderOf(filter)
  const after = position ? await afterPosition(db, order, position) : sql`true`
  if (!after) return undefined
  const page = (source: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    SELECT position, "sortKey", ${listColumns}
    FROM (
      SELECT *, row_number() OVER () AS position FROM (
        SELECT clients.id, ${sql.raw(order.sortKey ?? 'NULL::bigint')} AS "sortKey" FROM ${source} ${joinNotes}
        WHERE ${condition} AND ${after} ORDER BY ${orderBy(order)}
        -- Known to the planner, or it would make a new plan for each search.
        LIMIT ${sql.lit(limit + 1)}
      ) AS ordered
    ) AS page CROSS JOIN LATERAL (
      -- The limit makes PostgreSQL look up each client. For a join it would read all of them.
      SELECT * FROM clients ${joinNotes} WHERE clients.id = page.id LIMIT 1
    ) AS clients ${joinWorker}`
  type Row = ClientListItem & { position: number; sortKey: number | null }
  const counted = await sql<{ total: number } & (Row | { id: null })>`
    WITH found AS MATERIALIZED (
      SELECT ${carriedColumns(filter)} FROM ${sourceOf(filter, terms)}
      WHERE ${matching(filter, terms, true)} LIMIT ${sql.lit(maxCount + 1)}
    ), counted AS MATERIALIZED (
      SELECT count(*)::integer AS total FROM found
    )
    SELECT total, page.* FROM counted LEFT JOIN (
      ${page(sql`found AS clients`, sql`(SELECT total FROM counted) <= ${sql.lit(maxCount)}`)}
    ) AS page ON true ORDER BY position`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  const condition = sql`deleted_at IS NULL AND ${matching(filter, terms, false)}`
  const { rows } =
    total > maxCount
      ? await sql<Row>`${page(sql`clients`, condition)} ORDER BY position`.execute(db)
      : counted
  const clients = rows.filter((row): row is { total: number } & Row => row.id !== null)
  const last = clients.length > limit ? clients[limit - 1] : undefined
  return {
    items: clients.slice(0, limit),
    total: Math.min(total, maxCount),
    totalIsMinimum: total > maxCount,
    end: last ? { id: last.id, ...(last.sortKey !== null && { sortKey: last.sortKey }) } : null,
  }
}

/** How many similar names are offered. */
const maxSimilarNames = 10

/**
 * For a search that finds nothing: clients whose names are similar to every word, most similar first. Uses the trigram
 * index.
 */
export async function similarlyNamed(db: Connection, filter: ClientFilter): Promise<ClientListItem[]> {
  const { born, ...terms } = readSearch(filter.search ?? '')
  const words = (born ?? terms).words.map(({ text }) => text)
  if (words.length === 0) return []
  const isSimilar = words.map((word) => sql`(SELECT fold_name(${word})) <% search`)
  const condition = matching({ ...filter, search: undefined }, readSearch(''), true)
  return await db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${String(similarity)}, true)`.execute(
      trx,
    )
    const { rows } = await sql<ClientListItem>`
      SELECT ${listColumns} FROM clients ${joinNotes} ${joinWorker}
      WHERE deleted_at IS NULL AND ${sql.join(isSimilar, sql` AND `)} AND ${condition} AND ${born ? isBornIn(born) : sql`true`}
      ORDER BY ${similarityTo(sql`search`, words)} DESC, sort_last, sort_first, clients.id
      LIMIT ${maxSimilarNames}`.execute(trx)
    return rows
  })
}

/** What the order of a list reads of a client that was found. Without the creation, the index by name has all of it. */
const carriedColumns = (filter: ClientFilter) =>
  sql.raw(`id, sort_last, sort_first, status${isByCreation(filter) ? ', created_at' : ''}`)

const isByCreation = (filter: ClientFilter) => orderOf(filter).keys.some((key) => key.includes('created_at'))

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
function isReadInOrder(filter: ClientFilter, { words, signs, phone, born }: SearchTerms): boolean {
  const isByOther =
    isByCreation(filter) ||
    filter.withoutNoteSince ||
    filter.createdSince ||
    filter.movedInFrom ||
    filter.movedInTo ||
    filter.assignedTo
  return !isByOther && !phone && !born && signs.length === 0 && words.every(({ isLong }) => !isLong)
}

/** How many clients match, up to one more than `limit`. */
export async function countClients(db: Connection, filter: ClientFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM (
      SELECT FROM clients WHERE deleted_at IS NULL AND ${matching(filter, readSearch(filter.search ?? ''), false)}
      LIMIT ${limit + 1}
    ) AS found`.execute(db)
  return rows[0]?.total ?? 0
}

/** All clients that match, in the list's order. */
const allMatching = <Row>(filter: ClientFilter, columns: RawBuilder<unknown>) => sql<Row>`
  SELECT ${columns} FROM clients ${joinNotes} ${joinWorker}
  WHERE deleted_at IS NULL AND ${matching(filter, readSearch(filter.search ?? ''), false)}
  ORDER BY ${orderBy(orderOf(filter))}`

const clientColumns = selectColumns<Client>({
  _id: 'clients.id',
  id: 'clients.id',
  ...fieldColumns,
  assignedToName: 'worker_name',
  lastNoteAt: isoText('last_note_at'),
  ...lastNoteDays,
  createdAt: isoText('clients.created_at'),
  updatedAt: isoText('clients.updated_at'),
  version: 'clients.version',
}).list

export const everyClient = (filter: ClientFilter) => allMatching<Client>(filter, clientColumns)

/** A client of a downloaded list. */
export interface ListedClient extends Client {
  workerEmail: string | null
}

export const clientsWithWorkers = (filter: ClientFilter) =>
  allMatching<ListedClient>(filter, sql`${clientColumns}, worker_email AS "workerEmail"`)

/**
 * Of the other clients that match a filter with `withoutNoteSince`, the one who comes after `after` in the order of their
 * list, and its place there; after the last comes the first. Undefined if `after` does not exist.
 */
export async function nextWithoutNote(
  db: Connection,
  { id, after }: { id: string; after: string },
  filter: ClientFilter,
): Promise<{ next: ClientListItem | null; place: number | null; total: number } | undefined> {
  if (!isRecordId(id) || !isRecordId(after)) return undefined
  const order = sql.raw(orders.withoutNote.keys.join())
  const { rows } = await sql<{ place: number; total: number } & (ClientListItem | { id: null })>`
    WITH present AS (
      SELECT ROW (${order}) AS key FROM clients ${joinNotes} WHERE clients.id = ${after} AND deleted_at IS NULL
    ), listed AS (
      SELECT clients.id, ROW (${order}) AS key, row_number() OVER (ORDER BY ${order}) AS place
      FROM clients ${joinNotes} WHERE deleted_at IS NULL AND clients.id <> ${id} AND ${matching(filter, readSearch(''), false)}
    )
    SELECT next.*, (SELECT count(*) FROM listed)::integer AS total FROM present LEFT JOIN LATERAL (
      SELECT place::integer, found.* FROM (
        SELECT * FROM listed ORDER BY listed.key <= present.key, place LIMIT 1
      ) AS listed CROSS JOIN LATERAL (
        SELECT ${listColumns} FROM clients ${joinNotes} ${joinWorker} WHERE clients.id = listed.id
      ) AS found
    ) AS next ON true`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { place, total, ...next } = row
  return next.id === null ? { next: null, place: null, total } : { next, place, total }
}

/** The condition for a match. With `byIndex` long words use the trigram index. */
function matching(filter: ClientFilter, terms: SearchTerms, byIndex: boolean): RawBuilder<boolean> {
  const { status, withoutNoteSince, createdSince, movedInFrom: from, movedInTo: to, assignedTo } = filter
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (status === unknownStatus) conditions.push(sql`status IS NULL`)
  // One of four, so that there are few statements.
  else if (status) conditions.push(sql`status = ${sql.lit(status)}`)
  if (withoutNoteSince) {
    conditions.push(sql`status = 'active'`)
    conditions.push(
      sql`NOT EXISTS (SELECT FROM last_notes AS note WHERE note.client_id = clients.id AND note.last_note_on >= ${withoutNoteSince}::date)`,
    )
  }
  if (assignedTo === 'nobody') conditions.push(sql`assigned_to IS NULL`)
  else if (assignedTo) conditions.push(isRecordId(assignedTo) ? sql`assigned_to = ${assignedTo}` : sql`false`)
  if (createdSince) conditions.push(sql`created_at >= ${createdSince}::timestamptz`)
  if (from || to)
    conditions.push(
      sql`EXISTS (SELECT FROM homes WHERE homes.client_id = clients.id AND ${isHousing} AND ${isMoveIn({ from, to })})`,
    )
  const { words, signs, phone, born } = terms
  const hasWords = (words: SearchTerms['words']) => words.map((word) => hasWord(word, byIndex))
  const allOf = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` AND `)
  if (signs.length > 0) conditions.push(hasSigns(sql`first_name || ' ' || last_name`, signs))
  const alternatives: RawBuilder<unknown>[] = []
  if (words.length > 0) alternatives.push(allOf(hasWords(words)))
  if (phone && byIndex) alternatives.push(sql`phone LIKE ${`%${phone}%`}`)
  else if (phone) alternatives.push(sql`strpos(phone, ${phone}) > 0`)
  if (phone?.length === 8) alternatives.push(sql`pmi = ${phone}`)
  if (born) alternatives.push(allOf([isBornIn(born), ...hasWords(born.words)]))
  if (alternatives.length > 0) conditions.push(sql`(${sql.join(alternatives, sql` OR `)})`)
  return sql`${allOf(conditions)}`
}

/** Whether a home counts as housing. */
export const isHousing = sql`homes.kind IN ('lease', 'housing-support')`

/** Whether a client moved into this housing in a period and had none the day before, on which they may have left another. */
export const isMoveIn = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => sql`
  homes.moved_in_on BETWEEN ${from ?? '-infinity'}::date AND ${to ?? 'infinity'}::date AND NOT EXISTS (
    SELECT FROM homes AS earlier
    WHERE earlier.client_id = homes.client_id AND earlier.kind IN ('lease', 'housing-support')
      AND earlier.moved_in_on < homes.moved_in_on AND (earlier.left_on >= homes.moved_in_on - 1) IS NOT FALSE
  )`

function isBornIn({ periods }: NonNullable<SearchTerms['born']>): RawBuilder<unknown> {
  const each = periods.map(([first, last]) => sql`date_of_birth BETWEEN ${first}::date AND ${last}::date`)
  return sql`(${sql.join(each, sql` OR `)})`
}

/** `strpos` is several times as fast as LIKE, which only the index needs. */
function hasWord({ text, isLong }: SearchTerms['words'][number], byIndex: boolean): RawBuilder<unknown> {
  if (isLong && byIndex) return sql`search LIKE (SELECT name_pattern(${text}))`
  return sql`strpos(search, (SELECT fold_name(${text}))) > 0`
}

interface StatusCount {
  status: ClientStatus | null
  clients: number
}

const countAll = statement<object, StatusCount>(
  'SELECT status, count(*) AS clients FROM clients WHERE deleted_at IS NULL GROUP BY status',
)
/** Counts existing clients by status, of those that match. */
export async function countMatching(
  db: Connection,
  filter: ClientFilter,
): Promise<Map<ClientStatus | null, number>> {
  const { rows } = await sql<StatusCount>`
    SELECT status, count(*) AS clients FROM clients
    WHERE deleted_at IS NULL AND ${matching(filter, readSearch(''), false)} GROUP BY status`.execute(db)
  return new Map(rows.map(({ status, clients }) => [status, clients]))
}

const countSince = statement<{ since: Date }, StatusCount>(`
  SELECT status, count(*) AS clients FROM clients
  WHERE deleted_at IS NULL AND created_at >= :since GROUP BY status`)

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

type Person = Pick<ClientInput, 'firstName' | 'lastName' | 'dateOfBirth' | 'pmi'>

/** Existing clients with the same PMI, then those with the same birth date and a similar name, the most similar first. */
export async function similarClients(db: Connection, person: Person): Promise<SimilarClient[]> {
  const found = await similarToEach(db, [person])
  return found.map(({ person: _, ...row }) => ({ _id: row.id, ...row }))
}

/** The same for several people, each of whom is named by its index, the most similar first. */
export async function similarToEach(
  db: Connection,
  people: readonly Person[],
): Promise<({ person: number } & Omit<SimilarClient, '_id'>)[]> {
  const { rows } = await sql<{ person: number } & Omit<SimilarClient, '_id'>>`
    WITH people AS MATERIALIZED (
      SELECT person::integer - 1 AS person, born, given.pmi,
        search_text(first) || ' ' || search_text(last) AS name, search_text(last) || ' ' || search_text(first) AS exchanged
      FROM unnest(
        ${people.map(({ firstName }) => firstName)}::text[], ${people.map(({ lastName }) => lastName)}::text[],
        ${people.map(({ dateOfBirth }) => dateOfBirth)}::date[], ${people.map(({ pmi }) => pmi ?? null)}::text[]
      ) WITH ORDINALITY AS given (first, last, born, pmi, person)
    ), compared AS (
      SELECT clients.*, person, coalesce(clients.pmi = people.pmi, false) AS "samePmi",
        -- Names in some scripts have no trigrams; equal names are similar all the same.
        CASE WHEN legal_name IN (name, exchanged) THEN 1 ELSE similarity(legal_name, name) END AS score
      FROM people JOIN clients ON (date_of_birth = born OR clients.pmi = people.pmi) AND deleted_at IS NULL
        CROSS JOIN LATERAL (
          -- Stored, unless there is a preferred name: computing it for each pair would take most of the time.
          SELECT CASE WHEN preferred_name IS NULL THEN search
            ELSE search_text(first_name) || ' ' || search_text(last_name) END
        ) AS named (legal_name)
    ), placed AS (
      SELECT *, row_number() OVER (PARTITION BY person ORDER BY "samePmi" DESC, score DESC, id) AS place
      FROM compared WHERE "samePmi" OR score >= ${minSimilarity}
    )
    SELECT person, id, first_name AS "firstName", last_name AS "lastName", status, date_of_birth AS "dateOfBirth", "samePmi"
    FROM placed WHERE place <= ${maxSimilar}
    ORDER BY person, place`.execute(db)
  return rows
}
