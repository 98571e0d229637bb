import { type RawBuilder, sql } from 'kysely'
import type { ClientMerge, MovedCounts } from '#contract/client-merges/endpoints.ts'
import type { MovedKind } from '#contract/client-merges/rules.ts'
import type { Client } from '#contract/clients/schema.ts'
import type { ClientStatus } from '#contract/clients/statuses.ts'
import type { StoredRecord } from '#server/audit/digest.ts'
import type { RecordSource } from '#server/audit/verify-records.ts'
import { type ClientReference, movedTables } from '#server/clients/references.ts'
import type { Connection } from '#server/database/connection.ts'
import { isoText, isRecordId } from '#server/database/records.ts'

/** The ids of what moved, by kind. */
export type Moved = Partial<Record<MovedKind, string[]>>

export async function countRecords(db: Connection, clientId: string): Promise<MovedCounts> {
  const counts = movedTables.map(
    ({ table, kind }) => sql`
      (SELECT nullif(count(*), 0) FROM ${sql.table(table)} WHERE client_id = ${clientId}) AS ${sql.ref(kind)}`,
  )
  const { rows } = await sql<Record<string, number | null>>`SELECT ${sql.join(counts)}`.execute(db)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, count]) => count !== null))
}

/** Locks clients, deleted ones, too, always in the same order, to avoid deadlocks. */
export async function lockRecords(trx: Connection, ids: string[]): Promise<void> {
  await sql`SELECT FROM clients WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(trx)
}

/** Who has unsaved text about the client. Nobody can save or discard that of former employees. */
export async function draftAuthors(trx: Connection, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT trim(first_name || ' ' || last_name) AS name FROM drafts JOIN employees ON employees.id = employee_id
    WHERE client_id = ${clientId} AND deleted_at IS NULL ORDER BY name`.execute(trx)
  return rows.map(({ name }) => name)
}

interface Move {
  from: string
  to: string
}

/** Moves everything about a client to another one, or those rows of each table for which the condition holds. */
export async function moveRecords(
  trx: Connection,
  { from, to }: Move,
  only?: (table: ClientReference, kind: MovedKind) => RawBuilder<unknown>,
): Promise<Moved> {
  const moved: Moved = {}
  for (const { table, kind } of movedTables) {
    const { rows } = await sql<{ id: string | number }>`
      UPDATE ${sql.table(table)} SET client_id = ${to}
      WHERE client_id = ${from} AND ${only?.(table, kind) ?? sql`true`} RETURNING id`.execute(trx)
    if (rows.length > 0) moved[kind] = rows.map(({ id }) => String(id))
  }
  const ids = Object.values(moved).flat().filter(isRecordId)
  await sql`
    UPDATE client_record_versions SET client_id = ${to}
    WHERE client_id = ${from} AND record_id = ANY (${ids}::uuid[])`.execute(trx)
  return moved
}

/**
 * Moves back what a merge has moved. Files go where their signed document goes, notes where their goals go, or the follow-up
 * whose outcome they describe and whose text they show, and corrections where the note goes that they correct, also if they were
 * added since.
 */
export function moveBack(trx: Connection, { from, to }: Move, moved: Moved): Promise<Moved> {
  return moveRecords(trx, { from, to }, (table, kind) => {
    const ids = sql`id = ANY (${moved[kind] ?? []})`
    if (table === 'files')
      return sql`CASE WHEN paper_id IS NULL THEN ${ids} ELSE paper_id = ANY (${moved.papers ?? []}) END`
    if (table !== 'notes') return ids
    return sql`id IN (
      WITH RECURSIVE going AS (
        SELECT id FROM notes WHERE client_id = ${from}
          AND CASE WHEN goals = '{}' THEN ${ids} OR outcome_of = ANY (${moved.followUps ?? []}::uuid[])
            ELSE goals && ${moved.goals ?? []}::uuid[] END
        UNION
        SELECT notes.id FROM notes JOIN going ON notes.corrects = going.id WHERE notes.client_id = ${from}
      )
      SELECT id FROM going
    )`
  })
}

const mergeReason = 'Two records of this client were merged.'

/** Makes the newest entry of a client's status history that of the client's status, if it came from another record. */
export async function alignStatusHistory(
  trx: Connection,
  { id, status }: Pick<Client, 'id' | 'status'>,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ to_status: ClientStatus | null }>`
    SELECT to_status FROM client_status_changes WHERE client_id = ${id} ORDER BY id DESC LIMIT 1`.execute(trx)
  const [newest] = rows
  if (!newest || newest.to_status === status) return
  await trx
    .insertInto('client_status_changes')
    .values({
      ...{ client_id: id, from_status: newest.to_status, to_status: status },
      ...{ changed_at: now, changed_by: by, reason: mergeReason },
    })
    .execute()
}

export async function hasOpenAssignment(trx: Connection, clientId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM client_assignments WHERE client_id = ${clientId} AND ended_at IS NULL LIMIT 1`.execute(trx)
  return rows.length > 0
}

interface NewMerge {
  client: Pick<Client, 'id' | 'version'>
  merged: string
  before: object
  moved: Moved
  by: string
  now: Date
}

/** Returns its id. */
export async function addMerge(
  trx: Connection,
  { client, merged, before, moved, by, now }: NewMerge,
): Promise<string> {
  const { id } = await trx
    .insertInto('client_merges')
    .values({
      ...{ client_id: client.id, version: client.version, merged, merged_by: by, merged_at: now },
      ...{ before: JSON.stringify(before), moved: JSON.stringify(moved) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What audit rows prove of merges: undoing one stores again what it has kept. Not who made it, whose account may be purged. */
const storedMerges = (db: Connection) =>
  db
    .selectFrom('client_merges')
    .select(['id', 'client_id as clientId', 'merged', 'version as mergedVersion'])
    // As texts, in the order of PostgreSQL.
    .select([sql<string>`before::text`.as('before'), sql<string>`moved::text`.as('moved')])
    .select(sql<string>`${sql.raw(isoText('merged_at'))}`.as('mergedAt'))
    .select(sql<string | null>`${sql.raw(isoText('undone_at'))}`.as('undoneAt'))

type StoredMerge = Awaited<ReturnType<ReturnType<typeof storedMerges>['execute']>>[number]

const toStored = ({ id, ...values }: StoredMerge): StoredRecord => ({
  ...{ kind: 'client merge', id, version: 1, values },
})

export async function storedMergesOf(trx: Connection, ids: string[]): Promise<StoredRecord[]> {
  return (await storedMerges(trx).where('id', 'in', ids).execute()).map(toStored)
}

/** For `verify-audit --records`. */
export const mergeRecords: RecordSource = {
  table: 'client_merges',
  async count(db) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) FROM client_merges`.execute(db)
    return rows[0]?.count ?? 0
  },
  async page(db, { after, limit }) {
    const query = storedMerges(db).orderBy('id').limit(limit)
    const rows = await (after === undefined ? query : query.where('id', '>', after)).execute()
    return rows.map((row) => ({ record: toStored(row), isMadeUp: false }))
  },
}

/** A merge into that client, with whether a later one stands and whether the other record has been purged. */
export async function findMerge(db: Connection, clientId: string, id: string) {
  if (!isRecordId(clientId) || !isRecordId(id)) return undefined
  const { rows } = await sql<{
    id: string
    merged: string
    isUndone: boolean
    isLast: boolean
    isPurged: boolean
    before: Partial<Client>
    version: number
    moved: Moved
  }>`
    SELECT id, merged, undone_at IS NOT NULL AS "isUndone", before, version, moved, NOT EXISTS (
      SELECT FROM client_merges AS later
      WHERE later.client_id = client_merges.client_id AND later.number > client_merges.number AND later.undone_at IS NULL
    ) AS "isLast", NOT EXISTS (SELECT FROM clients WHERE clients.id = merged) AS "isPurged"
    FROM client_merges WHERE client_id = ${clientId} AND id = ${id}`.execute(db)
  return rows[0]
}

/** The status history keeps the entry that the merge has added, and says that it was undone. */
export async function markUndone(
  trx: Connection,
  id: string,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await trx.updateTable('client_merges').set({ undone_at: now, undone_by: by }).where('id', '=', id).execute()
  await sql`
    UPDATE client_status_changes AS change SET reason = ${`${mergeReason} The merge was undone later.`}
    FROM client_merges AS merge
    WHERE merge.id = ${id} AND change.client_id = merge.client_id AND changed_at = merged_at
      AND reason = ${mergeReason}`.execute(trx)
}

/** Newest first. */
export async function listMerges(db: Connection, clientId: string): Promise<ClientMerge[]> {
  const { rows } = await sql<
    Omit<ClientMerge, 'at' | 'undoneAt' | 'moved'> & { at: Date; undoneAt: Date | null; moved: Moved }
  >`
    SELECT client_merges.id, merged AS other, trim(clients.first_name || ' ' || clients.last_name) AS "otherName",
      date_of_birth AS "otherDateOfBirth", merged_at AS at, employees.email AS by,
      trim(employees.first_name || ' ' || employees.last_name) AS "byName", moved, undone_at AS "undoneAt"
    FROM client_merges LEFT JOIN clients ON clients.id = merged LEFT JOIN employees ON employees.id = merged_by
    WHERE client_id = ${clientId} ORDER BY number DESC`.execute(db)
  return rows.map(({ at, undoneAt, moved, ...merge }) => ({
    ...merge,
    at: at.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
    moved: Object.fromEntries(Object.entries(moved).map(([kind, ids]) => [kind, ids.length])),
  }))
}
