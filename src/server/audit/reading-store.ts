import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { AuditPage, TrailRow } from '#contract/audit/endpoints.ts'
import type { Connection } from '#server/database/connection.ts'
import { hasWords, isRecordId } from '#server/database/records.ts'
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
] as const

type StoredRow = Pick<Selectable<AuditEventTable>, (typeof columns)[number]>

export interface TrailFilter {
  /** Words of the name or the address of who did it. */
  search?: string | undefined
  record?: string | undefined
  from?: Date | undefined
  before?: Date | undefined
}

/** At most `limit` rows that match, newest first, after the row with the number `cursor`; undefined where that is no row. */
export async function pageOfTrail(
  db: Connection,
  { search, ...filter }: TrailFilter,
  limit: number,
  cursor?: string,
): Promise<AuditPage | undefined> {
  if (cursor && !(await isRow(db, cursor))) return undefined
  const actors = search ? await employeesLike(db, search) : undefined
  let query = narrowed(db.selectFrom('audit_events').select(columns), filter)
  if (actors) query = query.where('actor_id', 'in', actors)
  // Views are written a moment later than they happened, so that the order of the numbers is not that of the times.
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
  const names = await namesOf(db, shown)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map((row) => trailRowOf(row, names)), nextCursor: last ? String(last.id) : null }
}

async function isRow(db: Connection, id: string): Promise<boolean> {
  const row = await db.selectFrom('audit_events').select('id').where('id', '=', Number(id)).executeTakeFirst()
  return row !== undefined
}

function narrowed<O>(
  query: SelectQueryBuilder<Database, 'audit_events', O>,
  { record, from, before }: Omit<TrailFilter, 'search'>,
) {
  let narrower = query
  if (record) narrower = narrower.where(sql<boolean>`id = ANY(ARRAY(${idsAbout(record)}))`)
  if (from) narrower = narrower.where('at', '>=', from)
  if (before) narrower = narrower.where('at', '<', before)
  return narrower
}

/**
 * Rows about a record, or about notes of it. Asked for first: going back through all times in order, until a page of
 * them is found, takes the longer the fewer there are.
 */
const idsAbout = (record: string) => sql`
  SELECT id FROM audit_events WHERE record_id = ${record}
  UNION ALL SELECT id FROM audit_events WHERE details->>'client' = ${record}`

/** Ids of all employees, also deleted ones, whose name or address matches. */
async function employeesLike(db: Connection, search: string): Promise<string[]> {
  const found = await db
    .selectFrom('employees')
    .select('id')
    .where(hasWords(sql`first_name || ' ' || last_name || ' ' || email`, search))
    .execute()
  return found.map(({ id }) => id)
}

/** What the employees are called who did something or whom it was about, the deleted ones too. */
async function namesOf(db: Connection, rows: readonly StoredRow[]): Promise<Map<string, string>> {
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

function trailRowOf(row: StoredRow, names: ReadonlyMap<string, string>): TrailRow {
  const { record_kind: kind, record_id: recordId, actor_id: actorId } = row
  // Written by `recordAudit` alone, in this shape.
  const { fields = [], filter = [], count, client, role } = row.details as NonNullable<AuditEvent['details']>
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
    count: count ?? null,
    role: role ?? null,
  }
}
