import { sql } from 'kysely'
import type { FollowUp, FollowUpInput, ListedFollowUp } from '#contract/follow-ups/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { isoText, isRecordId, selectColumns } from '#server/database/records.ts'
import type { CursorPosition } from '#server/http/page-cursor.ts'

type FollowUpRow = Omit<FollowUp, '_id'>

const ofEmployee = (value: string, id: string) =>
  `(SELECT ${value} FROM employees WHERE employees.id = ${id})`
const fullName = "trim(first_name || ' ' || last_name)"

const { columns, list } = selectColumns<FollowUpRow>({
  id: 'follow_ups.id',
  clientId: 'follow_ups.client_id',
  noteId: 'follow_ups.note_id',
  on: 'follow_ups.due_on',
  what: 'follow_ups.what',
  assignedTo: 'follow_ups.assigned_to',
  assignedToName: ofEmployee(fullName, 'follow_ups.assigned_to'),
  createdAt: isoText('follow_ups.created_at'),
  createdBy: ofEmployee('email', 'follow_ups.created_by'),
  doneAt: isoText('follow_ups.done_at'),
  doneBy: ofEmployee('email', 'follow_ups.done_by'),
  doneByName: ofEmployee(fullName, 'follow_ups.done_by'),
  version: 'follow_ups.version',
})

const toFollowUp = (row: FollowUpRow): FollowUp => ({ _id: row.id, ...row })

type NewFollowUp = Pick<FollowUpInput, 'on' | 'what'> & {
  clientId: string
  noteId?: string | null | undefined
  assignedTo: string | null
  by: string
}

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

/** The caller has locked the client. */
export async function addFollowUp(
  trx: Connection,
  { clientId, noteId, on, what, assignedTo, by }: NewFollowUp,
  now: Date,
): Promise<FollowUp> {
  const row = await trx
    .insertInto('follow_ups')
    .values({
      client_id: clientId,
      note_id: noteId ?? null,
      due_on: on,
      what,
      assigned_to: assignedTo,
      created_at: now,
      created_by: by,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toFollowUp(row)
}

const ofExistingClient = sql<boolean>`EXISTS (
  SELECT FROM clients WHERE clients.id = follow_ups.client_id AND clients.deleted_at IS NULL
)`

export async function findFollowUp(db: Connection, id: string): Promise<FollowUp | undefined> {
  if (!isRecordId(id)) return undefined
  const row = await db
    .selectFrom('follow_ups')
    .select(columns)
    .where('id', '=', id)
    .where(ofExistingClient)
    .executeTakeFirst()
  return row && toFollowUp(row)
}

/** The same, locked until the transaction ends. */
export async function lockFollowUp(trx: Connection, id: string): Promise<FollowUp | undefined> {
  if (!isRecordId(id)) return undefined
  await trx.selectFrom('follow_ups').select('id').where('id', '=', id).forUpdate().execute()
  return await findFollowUp(trx, id)
}

interface FollowUpChange {
  on: string
  what: string
  assignedTo: string | null
  /** Sets when and by whom it was done, or reopens it. */
  completion: { at: Date; by: string } | 'reopened' | 'unchanged'
}

export async function editFollowUp(
  trx: Connection,
  id: string,
  { on, what, assignedTo, completion }: FollowUpChange,
): Promise<FollowUp> {
  const row = await trx
    .updateTable('follow_ups')
    .set({
      due_on: on,
      what,
      assigned_to: assignedTo,
      ...(completion === 'reopened' && { done_at: null, done_by: null }),
      ...(typeof completion === 'object' && { done_at: completion.at, done_by: completion.by }),
    })
    .set('version', (row) => row('version', '+', 1))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toFollowUp(row)
}

interface FollowUpFilter {
  /** An employee's id, or 'nobody'. */
  assignedTo?: string | undefined
  clientId?: string | undefined
  open: boolean
  until?: string | undefined
}

/** All of a client, open or done, the first due first. */
export async function listFollowUpsOfClient(db: Connection, clientId: string): Promise<FollowUp[]> {
  const rows = await db
    .selectFrom('follow_ups')
    .select(columns)
    .where('client_id', '=', clientId)
    .orderBy('due_on')
    .orderBy('id')
    .execute()
  return rows.map(toFollowUp)
}

/** What lists and their cursors are ordered by: open ones by the day they are due, done ones the last first. */
const orders = {
  open: { sortKey: sql<number>`(due_on - date '1970-01-01')::bigint`, order: sql`due_on` },
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
    AND (${until ?? null}::date IS NULL OR due_on <= ${until ?? null})`
  const from = sql`follow_ups JOIN clients ON clients.id = follow_ups.client_id`
  type Row = FollowUpRow & ListedFollowUp['client'] & { sortKey: number }
  const { rows } = await sql<Row>`
    SELECT ${list}, first_name AS "firstName", last_name AS "lastName", date_of_birth AS "dateOfBirth", ${sortKey}::float8 AS "sortKey"
    FROM ${from}
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
}: FollowUpRow & Omit<ListedFollowUp['client'], 'id'> & { sortKey: number }): ListedFollowUp {
  return { ...toFollowUp(row), client: { id: row.clientId, firstName, lastName, dateOfBirth } }
}
