import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'
import { type DeletableKind, partsOf, records } from './kinds.ts'

export interface PurgedRecord {
  kind: DeletableKind
  id: string
}

/** The records of a kind that were deleted before an instant, the longest deleted first. */
export async function deletedBefore(db: Connection, kind: DeletableKind, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(records[kind].table)}
    WHERE deleted_at < ${before} ORDER BY deleted_at, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many records of a kind a purge removes: those deleted before the instant, and the parts of others that were. */
export async function countToPurge(db: Connection, kind: DeletableKind, before: Date): Promise<number> {
  const { table, within } = records[kind]
  const asPart = within
    ? sql`OR ${sql.ref(within.column)} IN (
        SELECT id FROM ${sql.table(records[within.kind].table)} WHERE deleted_at < ${before})`
    : sql``
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(table)} WHERE deleted_at < ${before} ${asPart}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Removes those of the records that are still deleted, with all that hangs on them; answers what is gone. */
export async function purge(
  db: Connection,
  kind: DeletableKind,
  ids: string[],
  before: Date,
): Promise<PurgedRecord[]> {
  // The lock keeps a restoration from bringing back half a record.
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(records[kind].table)}
    WHERE id = ANY (${ids}::uuid[]) AND deleted_at < ${before} ORDER BY id FOR UPDATE`.execute(db)
  return await remove(
    db,
    kind,
    rows.map(({ id }) => id),
  )
}

async function remove(db: Connection, kind: DeletableKind, ids: string[]): Promise<PurgedRecord[]> {
  if (ids.length === 0) return []
  const { table, owned, released } = records[kind]
  const removed: PurgedRecord[] = []
  for (const part of partsOf(kind)) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(records[part.kind].table)}
      WHERE ${sql.ref(part.column)} = ANY (${ids}::uuid[])`.execute(db)
    removed.push(
      ...(await remove(
        db,
        part.kind,
        rows.map(({ id }) => id),
      )),
    )
  }
  for (const { table, column } of owned)
    await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ANY (${ids}::uuid[])`.execute(db)
  for (const { table, column } of released)
    await sql`
      UPDATE ${sql.table(table)} SET ${sql.ref(column)} = NULL
      WHERE ${sql.ref(column)} = ANY (${ids}::uuid[])`.execute(db)
  await sql`DELETE FROM ${sql.table(table)} WHERE id = ANY (${ids}::uuid[])`.execute(db)
  return [...removed, ...ids.map((id) => ({ kind, id }))]
}
