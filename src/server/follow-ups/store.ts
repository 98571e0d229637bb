import { sql } from 'kysely'
import { followUpFields } from '#contract/follow-ups/fields.ts'
import type { FollowUp, ListedFollowUp } from '#contract/follow-ups/schema.ts'
import { clientRecordStore, joinPerson } from '#server/client-records/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { isoText, isRecordId } from '#server/database/records.ts'
import type { CursorPosition } from '#server/http/page-cursor.ts'

export const followUps = clientRecordStore<FollowUp>({
  name: 'follow-ups',
  kind: 'follow-up',
  table: 'follow_ups',
  fields: followUpFields,
  columns: {
    noteId: 'follow_ups.note_id',
    doneAt: isoText('follow_ups.done_at'),
    doneBy: 'follow_ups.done_by',
  },
  lookups: {
    assignedToName: 'worker_name',
    doneBy: 'finisher_email',
    doneByName: 'finisher_name',
  },
  join: () =>
    sql`${joinPerson('worker', 'follow_ups.assigned_to')} ${joinPerson('finisher', 'follow_ups.done_by')}`,
  order: 'follow_ups.on, id',
})

/** Whether this is an existing note about the client. */
export async function hasNote(db: Connection, clientId: string, noteId: string): Promise<boolean> {
  if (!isRecordId(noteId)) return false
  const note = await db
    .selectFrom('notes')
    .select('id')
    .where('id', '=', noteId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return note !== undefined
}

export interface OpenFollowUps {
  /** An employee's id, or null for nobody. */
  from: string | null
  /** Only those of these clients. */
  clientIds?: string[] | undefined
  /** Only these. */
  ids?: string[] | undefined
}

/** Locked. `isShown` says whether the client exists. */
export async function lockOpenFollowUps(trx: Connection, { from, clientIds, ids }: OpenFollowUps) {
  const { rows } = await sql<{ id: string; isShown: boolean }>`
    SELECT id, (SELECT deleted_at IS NULL FROM clients WHERE clients.id = client_id) AS "isShown" FROM follow_ups
    WHERE ${from ? sql`assigned_to = ${from}` : sql`assigned_to IS NULL`} AND done_at IS NULL
      AND ${clientIds ? sql`client_id = ANY (${clientIds}::uuid[])` : sql`true`}
      AND ${ids ? sql`id = ANY (${ids}::uuid[])` : sql`true`}
    ORDER BY id FOR NO KEY UPDATE OF follow_ups`.execute(trx)
  return rows
}

interface FollowUpFilter {
  /** An employee's id, or 'nobody'. */
  assignedTo?: string | undefined
  clientId?: string | undefined
  open: boolean
  until?: string | undefined
}

/** What lists and their cursors are ordered by: open ones by the day they are due, done ones the last first. */
const orders = {
  open: { sortKey: sql<number>`(follow_ups.on - date '1970-01-01')::bigint`, order: sql`follow_ups.on` },
  done: { sortKey: sql<number>`(-1000000 * extract(epoch FROM done_at))::bigint`, order: sql`done_at DESC` },
}

export async function searchFollowUps(
  db: Connection,
  { assignedTo, clientId, open, until }: FollowUpFilter,
  limit: number,
  after?: Required<CursorPosition>,
) {
  const { sortKey, order } = open ? orders.open : orders.done
  const isOfNobody = assignedTo === 'nobody'
  const ids = [isOfNobody ? undefined : assignedTo, clientId]
  if (ids.some((id) => id !== undefined && !isRecordId(id))) return { items: [], total: 0, end: null }
  const matching = sql`
    clients.deleted_at IS NULL AND (done_at IS NULL) = ${open}
    AND ${isOfNobody ? sql`follow_ups.assigned_to IS NULL` : assignedTo ? sql`follow_ups.assigned_to = ${assignedTo}` : sql`true`}
    AND (${clientId ?? null}::uuid IS NULL OR client_id = ${clientId ?? null})
    AND (${until ?? null}::date IS NULL OR follow_ups.on <= ${until ?? null})`
  const from = sql`follow_ups JOIN clients ON clients.id = follow_ups.client_id`
  type Row = Omit<FollowUp, '_id'> & ListedFollowUp['client'] & { sortKey: number }
  const { rows } = await sql<Row>`
    SELECT ${followUps.columns}, first_name AS "firstName", last_name AS "lastName", date_of_birth AS "dateOfBirth", ${sortKey}::float8 AS "sortKey"
    FROM ${from} ${followUps.joins(sql`client_id`)}
    WHERE ${matching} AND ${after ? sql`(${sortKey}, follow_ups.id) > (${after.sortKey}::bigint, ${after.id}::uuid)` : sql`true`}
    ORDER BY ${order}, follow_ups.id LIMIT ${limit + 1}`.execute(db)
  const counted = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM ${from} WHERE ${matching}`.execute(db)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(toListed),
    total: counted.rows[0]?.total ?? 0,
    end: last ? { id: last.id, sortKey: last.sortKey } : null,
  }
}

function toListed({
  firstName,
  lastName,
  dateOfBirth,
  sortKey: _,
  ...row
}: Omit<FollowUp, '_id'> & Omit<ListedFollowUp['client'], 'id'> & { sortKey: number }): ListedFollowUp {
  return { ...followUps.toRecord(row), client: { id: row.clientId, firstName, lastName, dateOfBirth } }
}
