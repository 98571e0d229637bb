import { sql } from 'kysely'
import type { Connection } from './connection.ts'
import { isRecordId } from './record-id.ts'
import type { Database } from './tables.ts'

type RecordTable = Extract<keyof Database, 'clients' | 'contact_messages' | 'employees' | 'notes'>

/** Decision 18: a living record is gone from every call, and its row stays. Answers its id as the table spells it, if there was one. */
export async function markDeleted(
  db: Connection,
  table: RecordTable,
  id: string,
  by: string,
  now: Date,
): Promise<string | undefined> {
  if (!isRecordId(id)) return undefined
  const { rows } = await sql<{ id: string }>`
    UPDATE ${sql.table(table)} SET deleted_at = ${now}, deleted_by = ${by}, version = version + 1
    WHERE id = ${id} AND deleted_at IS NULL RETURNING id`.execute(db)
  return rows[0]?.id
}
