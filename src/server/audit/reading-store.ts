import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { AuditPage, TrailRow } from '#contract/audit/endpoints.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId, matchesWords } from '#server/database/records.ts'
import type { AuditEventTable, Database } from '#server/database/tables.ts'
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

type StoredRow = Pick<Selectable<AuditEventTable>, (typeof columns)[number]>

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
  let query = filtered(db.selectFrom('audit_events').select(columns), filter)
  if (actors) query = query.where('actor_id', 'in', actors)
  // Ids are not in the order of `at`, because rows of views are written in batches, up to a second later.
  if (cursor) {
    query = query.where(
      sql<boolean>`(at, id) < (SELECT at, id FROM audit_events WHERE id = ${cursor}::bigint)`,
    )
  }
  const rows =
    actors?.length === 0
      ? []
      : await query
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit + 1)
          .execute()
  const shown = rows.slice(0, limit)
  const names = await employeeNames(db, shown)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map((row) => toTrailRow(row, names)), nextCursor: last ? String(last.id) : null }
}

async function rowExists(db: Connection, id: string): Promise<boolean> {
  const row = await db.selectFrom('audit_events').select('id').where('id', '=', Number(id)).executeTakeFirst()
  return row !== undefined
}

function filtered<O>(
  query: SelectQueryBuilder<Database, 'audit_events', O>,
  { record, from, before }: Omit<TrailFilter, 'search'>,
) {
  let result = query
  if (record) result = result.where(sql<boolean>`id = ANY(ARRAY(${idsForRecord(record)}))`)
  if (from) result = result.where('at', '>=', from)
  if (before) result = result.where('at', '<', before)
  return result
}

/**
 * Ids of rows about a record, or about a client's notes. A subquery, so that the indexes on the record are used: reading
 * the rows by time until a page is full would be slow for a record with few rows.
 */
const idsForRecord = (record: string) => sql`
  SELECT id FROM audit_events WHERE record_id = ${record}
  UNION ALL SELECT id FROM audit_events WHERE details->>'client' = ${record}`

/** Ids of all employees, deleted ones included, whose name or email address matches. */
async function findEmployeeIds(db: Connection, search: string): Promise<string[]> {
  const found = await db
    .selectFrom('employees')
    .select('id')
    .where(matchesWords(sql`first_name || ' ' || last_name || ' ' || email`, search))
    .execute()
  return found.map(({ id }) => id)
}

/** Names of the employees that the rows refer to, as actor or as record, deleted ones included. */
async function employeeNames(db: Connection, rows: readonly StoredRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ actor_id, record_kind, record_id }) => [
    ...(actor_id ? [actor_id] : []),
    ...(record_kind === 'employee' && record_id && isRecordId(record_id) ? [record_id] : []),
  ])
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('employees')
    .select(['id', 'first_name', 'last_name'])
    .where(sql<boolean>`id = ANY (${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(found.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]))
}

function toTrailRow(row: StoredRow, names: ReadonlyMap<string, string>): TrailRow {
  const { record_kind: kind, record_id: recordId, actor_id: actorId } = row
  // The cast is safe: only `auditColumns` writes details.
  const details = row.details as NonNullable<AuditEvent['details']>
  const { fields = [], filter = [], records = [], count, client, role, backup, operator } = details
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actor: actorId === null ? null : { id: actorId, name: names.get(actorId) ?? null, role: row.actor_role },
    action: row.action,
    kind,
    recordId,
    employee: kind === 'employee' && recordId !== null ? (names.get(recordId) ?? null) : null,
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
