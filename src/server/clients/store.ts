import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Client, ClientInput } from '#contract/clients/schema.ts'
import { type ClientStatus, clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/record-id.ts'
import type { ClientTable, Database } from '#server/database/tables.ts'

const columns = [
  'id',
  'first_name',
  'last_name',
  'status',
  'service',
  'email',
  'phone',
  'address',
  'date_of_birth',
  'created_at',
  'updated_at',
  'version',
] as const

export interface ClientFilter {
  search?: string | undefined
  status?: ClientStatus | typeof unknownStatus | undefined
}

/** All living clients that match, in the list's order. */
export async function listClients(db: Connection, filter: ClientFilter): Promise<Client[]> {
  const rows = await matching(db.selectFrom('clients').select(columns), filter)
    .orderBy('sort_last')
    .orderBy('sort_first')
    .orderBy('id')
    .execute()
  return rows.map(clientOf)
}

/**
 * One page of the same list: at most `limit` clients behind the one with the id `after`, and the last one's id if more
 * follow. Undefined when no client ever had the id. A client deleted since still marks its place.
 */
export async function pageOfClients(
  db: Connection,
  filter: ClientFilter,
  limit: number,
  after?: string,
): Promise<{ items: Client[]; total: number; last: string | null } | undefined> {
  let query = matching(db.selectFrom('clients').select(columns), filter)
  if (after) {
    const place = await placeOf(db, after)
    if (!place) return undefined
    query = query.where(
      sql<boolean>`(sort_last, sort_first, id) > (${place.sort_last}, ${place.sort_first}, ${after}::uuid)`,
    )
  }
  const [rows, { total }] = await Promise.all([
    query
      .orderBy('sort_last')
      .orderBy('sort_first')
      .orderBy('id')
      .limit(limit + 1)
      .execute(),
    matching(
      db.selectFrom('clients').select(db.fn.countAll<number>().as('total')),
      filter,
    ).executeTakeFirstOrThrow(),
  ])
  const page = rows.slice(0, limit)
  const hasMore = rows.length > limit
  return { items: page.map(clientOf), total, last: (hasMore && page.at(-1)?.id) || null }
}

async function placeOf(db: Connection, id: string) {
  return await db
    .selectFrom('clients')
    .select(['sort_last', 'sort_first'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function clientById(db: Connection, id: string): Promise<Client | undefined> {
  if (!isRecordId(id)) return undefined
  const row = await db
    .selectFrom('clients')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && clientOf(row)
}

/** The row of somebody who comes in at `now`, from whichever source. */
export function newClient(input: ClientInput, now: Date): Insertable<ClientTable> {
  return {
    first_name: input.firstName,
    last_name: input.lastName,
    status: input.status ?? null,
    service: input.service,
    email: input.email,
    phone: input.phone,
    address: input.address,
    date_of_birth: input.dateOfBirth,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    deleted_by: null,
  }
}

/** Adds a client and the first row of its status history. */
export async function addClient(db: Connection, input: ClientInput, by: string, now: Date): Promise<Client> {
  const row = await db
    .insertInto('clients')
    .values(newClient(input, now))
    .returning(columns)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('client_status_changes')
    .values({ client_id: row.id, from_status: null, to_status: row.status, changed_at: now, changed_by: by })
    .execute()
  return clientOf(row)
}

/**
 * Marks a living client as deleted and answers its id, if there was one. Its notes stay as they are: no call reaches
 * them while the client is deleted, and those that were alive come back with it (decision 18).
 */
export async function deleteClient(
  db: Connection,
  id: string,
  by: string,
  now: Date,
): Promise<string | undefined> {
  if (!isRecordId(id)) return undefined
  const row = await db
    .updateTable('clients')
    .set(({ eb }) => ({ deleted_at: now, deleted_by: by, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** How many living clients there are by status, of those added since `since`, or of all. */
export async function countByStatus(db: Connection, since?: Date) {
  let query = db
    .selectFrom('clients')
    .select(['status', db.fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
  if (since) query = query.where('created_at', '>=', since)
  const rows = await query.groupBy('status').execute()
  const countOf = (status: ClientStatus | null) => rows.find((row) => row.status === status)?.count ?? 0
  const [active, inactive, pending, discharged] = clientStatuses.map(countOf) as [
    number,
    number,
    number,
    number,
  ]
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    counts: { active, inactive, pending, discharged, [unknownStatus]: countOf(null) },
  }
}

/** Narrows to the living that match; the search is blind to case and accents on both sides. */
function matching<O>(query: SelectQueryBuilder<Database, 'clients', O>, { search, status }: ClientFilter) {
  let narrowed = query.where('deleted_at', 'is', null)
  if (status === unknownStatus) narrowed = narrowed.where('status', 'is', null)
  else if (status) narrowed = narrowed.where('status', '=', status)
  return search ? narrowed.where(sql<boolean>`search_name LIKE name_pattern(${search})`) : narrowed
}

type ClientRow = Pick<Selectable<ClientTable>, (typeof columns)[number]>

function clientOf(row: ClientRow): Client {
  return {
    _id: row.id,
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    status: row.status,
    service: row.service,
    email: row.email,
    phone: row.phone,
    address: row.address,
    dateOfBirth: row.date_of_birth,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}
