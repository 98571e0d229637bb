import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { unchangingActions } from '#contract/audit/actions.ts'
import type { AuditPage, TrailRow } from '#contract/audit/endpoints.ts'
import type { LastChange } from '#contract/failures.ts'
import type { AuditedAction } from '#contract/manifests.ts'
import type { Connection } from '#server/database/connection.ts'
import { readList } from '#server/database/list-cursor.ts'
import { isRecordId } from '#server/database/records.ts'
import { matchesWords } from '#server/database/search-words.ts'
import type { AuditEvents, Database } from '#server/database/tables.ts'
import type { AuditEvent } from './store.ts'

const columns = [
  'id',
  'at',
  'actor_id',
  'actor_role',
  'action',
  'record_kind',
  'record_id',
  'details',
  'session_id',
  'network',
  'request_id',
] as const

type StoredRow = Pick<Selectable<AuditEvents>, (typeof columns)[number]>

export interface TrailFilter {
  /** Words of the actor's name or email address. */
  search?: string | undefined
  record?: string | undefined
  /** Id of the employee who did it. */
  actor?: string | undefined
  changesOnly?: boolean | undefined
  from?: Date | undefined
  before?: Date | undefined
}

/** Returns at most `limit` rows, newest first, after the row with the id `cursor`; undefined if that row does not exist. */
export async function listTrail(
  db: Connection,
  filter: TrailFilter,
  limit: number,
  cursor?: string,
): Promise<AuditPage | undefined> {
  if (cursor && !(await rowExists(db, cursor))) return undefined
  const rowFilter = await rowFilterOf(db, { ...filter, cursor })
  const rows = rowFilter ? (await newestRows(db, rowFilter, limit + 1).execute(db)).rows : []
  const page = rows.slice(0, limit)
  const known = await namesById(db, page.flatMap(idsIn))
  const last = rows.length > limit ? page.at(-1) : undefined
  return { items: page.map((row) => toTrailRow(row, known)), nextCursor: last ? String(last.id) : null }
}

/** How many rows match, up to one more than `limit`. */
export async function countTrail(db: Connection, filter: TrailFilter, limit: number): Promise<number> {
  const rowFilter = await rowFilterOf(db, filter)
  if (!rowFilter) return 0
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM (${newestRows(db, rowFilter, limit + 1)}) AS found`.execute(db)
  return rows[0]?.total ?? 0
}

/** All rows that match, newest first. Employees are named in them, but no clients. */
export async function* everyRow(db: Connection, filter: TrailFilter): AsyncGenerator<TrailRow[], void> {
  const rowFilter = await rowFilterOf(db, filter)
  if (!rowFilter) return
  const employees = await employeesById(db)
  for await (const rows of readList(db, newestRows(db, rowFilter), 500))
    yield rows.map((row) => toTrailRow(row, employees))
}

type RowFilter = Omit<TrailFilter, 'search' | 'actor' | 'record'> & {
  actors: string[] | undefined
  records: RecordRows[] | undefined
  cursor?: string | undefined
}

/** The record whose rows are read, and the period; null where it is open. */
interface RecordRows {
  id: string
  from: Date | null
  until: Date | null
}

/** Undefined if no employee matches, so that there can be no such rows. */
async function rowFilterOf(
  db: Connection,
  { search, actor, record, ...filter }: TrailFilter & { cursor?: string | undefined },
): Promise<RowFilter | undefined> {
  if (actor && !isRecordId(actor)) return undefined
  const found = search ? await findEmployeeIds(db, search) : undefined
  const actors = actor ? [actor].filter((id) => found?.includes(id) ?? true) : found
  const records =
    record === undefined
      ? undefined
      : [{ id: record, from: null, until: null }, ...(await mergedWith(db, record))]
  return actors?.length === 0 ? undefined : { ...filter, actors, records }
}

/** The records that were merged into a client, and those of which the record was a part, for that time. */
async function mergedWith(db: Connection, record: string): Promise<RecordRows[]> {
  if (!isRecordId(record)) return []
  const { rows } = await sql<RecordRows>`
    SELECT merged AS id, NULL::timestamptz AS "from", NULL::timestamptz AS until FROM client_merges
    WHERE client_id = ${record} AND undone_at IS NULL
    UNION ALL
    SELECT client_id, merged_at, undone_at FROM client_merges
    WHERE merged = ${record} AND undone_at IS NOT NULL`.execute(db)
  return rows
}

/** Newest first. Those of a record, which include rows about a client's notes, come from two indexes in that order. */
function newestRows(
  db: Connection,
  { records, ...filter }: RowFilter,
  limit?: number,
): RawBuilder<StoredRow> {
  const all = filtered(db.selectFrom('audit_events').select(columns), filter)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
  const inOrder = limit === undefined ? all : all.limit(limit)
  if (!records) return sql<StoredRow>`${inOrder}`
  const parts = records.flatMap(({ id: record, from, until }) => {
    const ofTime = from && until ? inOrder.where('at', '>=', from).where('at', '<=', until) : inOrder
    // A sub-select hides the value: for a record with many rows the planner would expect some among the newest of all rows.
    const id = sql<string>`(SELECT ${record}::text)`
    const ofRecord = ofTime.where('record_id', '=', id)
    const ofClient = ofTime.where(sql<boolean>`details->>'client' = ${id}`)
    return [sql`(${ofRecord})`, sql`(${ofClient})`]
  })
  return sql<StoredRow>`
    SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) AS found
    ORDER BY at DESC, id DESC ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}

/** Who changed a record last; undefined if it never was, or was added by an import. */
export async function lastChange(db: Connection, id: string): Promise<LastChange | undefined> {
  const { rows } = await sql<{ at: Date; by: string | null; byName: string | null }>`
    SELECT at, email AS by, trim(first_name || ' ' || last_name) AS "byName"
    FROM audit_events LEFT JOIN employees ON employees.id = actor_id
    WHERE record_id = ${id} AND action = ANY (${[...changing]})
    ORDER BY at DESC, audit_events.id DESC LIMIT 1`.execute(db)
  return rows[0] && { ...rows[0], at: rows[0].at.toISOString() }
}

/** Actions that make a newer version of a record; signing in, for example, is about an employee and leaves the record as it is. */
const changing = [
  ...['added', 'edited', 'changed role', 'done', 'reopened', 'revoked', 'deleted', 'restored'],
  ...['merged', 'unmerged'],
] as const satisfies readonly AuditedAction['action'][]

/** The newest row about that record. */
export async function newestRowOf(db: Connection, record: { kind: string; id: string }) {
  return await db
    .selectFrom('audit_events')
    .select(['at', sql<NonNullable<AuditEvent['details']>>`details`.as('details')])
    .where('record_id', '=', record.id)
    .where('record_kind', '=', record.kind)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function rowExists(db: Connection, id: string): Promise<boolean> {
  const row = await db.selectFrom('audit_events').select('id').where('id', '=', Number(id)).executeTakeFirst()
  return row !== undefined
}

function filtered<O>(
  query: SelectQueryBuilder<Database, 'audit_events', O>,
  { from, before, actors, changesOnly, cursor }: Omit<RowFilter, 'records'>,
) {
  let result = query
  if (actors) result = result.where('actor_id', 'in', actors)
  if (changesOnly) result = result.where('action', 'not in', unchangingActions)
  if (from) result = result.where('at', '>=', from)
  if (before) result = result.where('at', '<', before)
  // Ids are not in the order of `at`, because rows of views are written in batches, up to a second later.
  if (cursor) {
    result = result.where(
      sql<boolean>`(at, id) < (SELECT at, id FROM audit_events WHERE id = ${cursor}::bigint)`,
    )
  }
  return result
}

/** Ids of all employees, deleted ones included, whose name or email address matches. */
async function findEmployeeIds(db: Connection, search: string): Promise<string[]> {
  const found = await db
    .selectFrom('employees')
    .select('id')
    .where(matchesWords([sql`first_name`, sql`last_name`, sql`email`], search))
    .execute()
  return found.map(({ id }) => id)
}

type NamesById = ReadonlyMap<string, { name: string; email?: string }>

// The cast is safe: only the audit store writes details.
const detailsOf = ({ details }: StoredRow) => details as NonNullable<AuditEvent['details']>

/** Of the clients and employees that a row refers to, and of other records. */
function idsIn(row: StoredRow): string[] {
  const { client, filter = [] } = detailsOf(row)
  const ids = [row.actor_id, row.record_id, client, ...filter.map((words) => words.split(' ')[1])]
  return ids.filter((id) => id != null).filter(isRecordId)
}

/** Clients and employees, deleted ones, too, and to whom record packets were given. */
async function namesById(db: Connection, ids: string[]): Promise<NamesById> {
  const wanted = sql`id = ANY (${[...new Set(ids)]}::uuid[])`
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, trim(first_name || ' ' || last_name) AS name FROM clients WHERE ${wanted}
    UNION ALL SELECT id, recipient FROM disclosures WHERE ${wanted}`.execute(db)
  const others = rows.map(({ id, name }) => [id, { name }] as const)
  return new Map([...others, ...(await employeesById(db, ids))])
}

/** Deleted ones, too. Without ids, all of them. */
async function employeesById(db: Connection, ids?: string[]): Promise<NamesById> {
  const found = await db
    .selectFrom('employees')
    .select(['id', 'email', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = ANY (${[...new Set(ids)]}::uuid[])`))
    .execute()
  return new Map(found.map(({ id, ...employee }) => [id, employee]))
}

function toTrailRow(row: StoredRow, known: NamesById): TrailRow {
  const { record_kind: kind, record_id: recordId, actor_id: actorId } = row
  const { name = null, email = null } = known.get(actorId ?? '') ?? {}
  const { fields = [], filter = [], records = [], count, client, role, backup, operator } = detailsOf(row)
  const names = idsIn({ ...row, actor_id: null }).flatMap((id) => {
    const person = known.get(id)
    return person ? [[id, person.name]] : []
  })
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actor: actorId === null ? null : { id: actorId, name, email, role: row.actor_role },
    action: row.action,
    kind,
    recordId,
    clientId: client ?? null,
    names: Object.fromEntries(names),
    fields,
    filter,
    records,
    count: count ?? null,
    role: role ?? null,
    backup: backup ?? null,
    operator: operator ?? null,
    sessionId: row.session_id,
    network: row.network,
    requestId: row.request_id,
  }
}
