import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { AuditPage, TrailRow } from '#contract/audit/endpoints.ts'
import type { LastChange } from '#contract/failures.ts'
import type { Connection } from '#server/database/connection.ts'
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
  from?: Date | undefined
  before?: Date | undefined
}

/** Returns at most `limit` rows, newest first, after the row with the id `cursor`; undefined if that row does not exist. */
export async function listTrail(
  db: Connection,
  { search, ...filter }: TrailFilter,
  limit: number,
  cursor?: string,
): Promise<AuditPage | undefined> {
  if (cursor && !(await rowExists(db, cursor))) return undefined
  const actors = search ? await findEmployeeIds(db, search) : undefined
  const rows = actors?.length === 0 ? [] : await newestRows(db, { ...filter, actors, cursor }, limit + 1)
  const page = rows.slice(0, limit)
  const employees = await employeesIn(db, page)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { items: page.map((row) => toTrailRow(row, employees)), nextCursor: last ? String(last.id) : null }
}

type RowFilter = Omit<TrailFilter, 'search'> & {
  actors: string[] | undefined
  cursor: string | undefined
}

/** Newest first. Those of a record, which include rows about a client's notes, come from two indexes in that order. */
async function newestRows(
  db: Connection,
  { record, ...filter }: RowFilter,
  limit: number,
): Promise<StoredRow[]> {
  const inOrder = filtered(db.selectFrom('audit_events').select(columns), filter)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (!record) return await inOrder.execute()
  // A sub-select hides the value: for a record with many rows the planner would expect some among the newest of all rows.
  const id = sql<string>`(SELECT ${record}::text)`
  const ofRecord = inOrder.where('record_id', '=', id)
  const ofClient = inOrder.where(sql<boolean>`details->>'client' = ${id}`)
  const { rows } = await sql<StoredRow>`
    SELECT * FROM ((${ofRecord}) UNION ALL (${ofClient})) AS found ORDER BY at DESC, id DESC LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

/** Who changed a record last; undefined if it never was, or was added by an import. */
export async function lastChange(db: Connection, id: string): Promise<LastChange | undefined> {
  const { rows } = await sql<{ at: Date; by: string | null; byName: string | null }>`
    SELECT at, email AS by, trim(first_name || ' ' || last_name) AS "byName"
    FROM audit_events LEFT JOIN employees ON employees.id = actor_id
    WHERE record_id = ${id} AND action <> ALL (${[...unchanging]})
    ORDER BY at DESC, audit_events.id DESC LIMIT 1`.execute(db)
  return rows[0] && { ...rows[0], at: rows[0].at.toISOString() }
}

/** Actions that leave the record as it is. */
const unchanging = ['listed', 'viewed', 'exported', 'printed', 'refused']

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
  { from, before, actors, cursor }: Omit<RowFilter, 'record'>,
) {
  let result = query
  if (actors) result = result.where('actor_id', 'in', actors)
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

type EmployeesById = ReadonlyMap<string, { name: string; email: string }>

/** The employees that the rows refer to, as actor or as record, deleted ones included. */
async function employeesIn(db: Connection, rows: readonly StoredRow[]): Promise<EmployeesById> {
  const ids = rows.flatMap(({ actor_id, record_kind, record_id }) => [
    ...(actor_id ? [actor_id] : []),
    ...(record_kind === 'employee' && record_id && isRecordId(record_id) ? [record_id] : []),
  ])
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('employees')
    .select(['id', 'email', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where(sql<boolean>`id = ANY (${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(found.map(({ id, ...employee }) => [id, employee]))
}

function toTrailRow(row: StoredRow, employees: EmployeesById): TrailRow {
  const { record_kind: kind, record_id: recordId, actor_id: actorId } = row
  const { name = null, email = null } = employees.get(actorId ?? '') ?? {}
  // The cast is safe: only `auditColumns` writes details.
  const details = row.details as NonNullable<AuditEvent['details']>
  const { fields = [], filter = [], records = [], count, client, role, backup, operator } = details
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actor: actorId === null ? null : { id: actorId, name, email, role: row.actor_role },
    action: row.action,
    kind,
    recordId,
    employee: kind === 'employee' && recordId !== null ? (employees.get(recordId)?.name ?? null) : null,
    clientId: client ?? null,
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
