import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'
import { isEmailTaken } from '#server/employees/store.ts'
import { refreshLastNotes } from '#server/notes/store.ts'
import { type DeletableKind, deletableKinds, records } from './kinds.ts'

interface FoundRecord {
  kind: DeletableKind
  /** As the table spells it. */
  id: string
  isDeleted: boolean
  /** The record that it is part of, where that one is deleted. */
  deletedOwner: { kind: DeletableKind; id: string } | undefined
}

/** The record with that id, living or deleted; holds its row until the transaction ends. */
export async function findRecord(db: Connection, id: string): Promise<FoundRecord | undefined> {
  for (const kind of deletableKinds) {
    const { table, within } = records[kind]
    const owner = within ? sql`${sql.ref(within.column)}` : sql`NULL::uuid`
    const { rows } = await sql<{ id: string; isDeleted: boolean; owner: string | null }>`
      SELECT id, deleted_at IS NOT NULL AS "isDeleted", ${owner} AS owner
      FROM ${sql.table(table)} WHERE id = ${id} FOR UPDATE`.execute(db)
    const [found] = rows
    if (!found) continue
    const { isDeleted } = found
    const deletedOwner =
      within && found.owner && (await isRecordDeleted(db, within.kind, found.owner))
        ? { kind: within.kind, id: found.owner }
        : undefined
    return { kind, id: found.id, isDeleted, deletedOwner }
  }
  return undefined
}

async function isRecordDeleted(db: Connection, kind: DeletableKind, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT id FROM ${sql.table(records[kind].table)} WHERE id = ${id} AND deleted_at IS NOT NULL`.execute(db)
  return rows.length > 0
}

/** Answers false where an employee's email address is taken among the living (decision 19); the transaction is lost. */
export async function unmarkDeleted(db: Connection, kind: DeletableKind, id: string): Promise<boolean> {
  try {
    await sql`
      UPDATE ${sql.table(records[kind].table)}
      SET deleted_at = NULL, deleted_by = NULL, version = version + 1 WHERE id = ${id}`.execute(db)
  } catch (error) {
    if (isEmailTaken(error)) return false
    throw error
  }
  if (kind === 'note') {
    const note = db.selectFrom('notes').select('client_id').where('id', '=', id)
    await refreshLastNotes(db, [(await note.executeTakeFirstOrThrow()).client_id])
  }
  return true
}
