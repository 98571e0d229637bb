import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'
import { type DeletableKind, records } from './kinds.ts'

export interface DeletedRecord {
  id: string
  kind: DeletableKind
  deletedAt: Date
  /** Email address of who deleted it; null when nobody is known any more. */
  deletedBy: string | null
}

const rowsPerPage = 1000

/** All deleted records of these kinds, oldest first, a page at a time: however many there are, one page is in memory. */
export async function* deletedRecords(
  db: Connection,
  kinds: readonly DeletableKind[],
): AsyncGenerator<DeletedRecord[]> {
  const ofEachKind = kinds.map(
    (kind) =>
      sql`SELECT id, ${sql.lit(kind)} AS kind, deleted_at, deleted_by
        FROM ${sql.table(records[kind].table)} WHERE deleted_at IS NOT NULL`,
  )
  const transaction = await db.startTransaction().execute()
  try {
    await sql`
      DECLARE deleted_records NO SCROLL CURSOR FOR
      SELECT deleted.id, deleted.kind, deleted.deleted_at AS "deletedAt", employees.email AS "deletedBy"
      FROM (${sql.join(ofEachKind, sql` UNION ALL `)}) AS deleted
      LEFT JOIN employees ON employees.id = deleted.deleted_by
      ORDER BY deleted.deleted_at, deleted.id`.execute(transaction)
    while (true) {
      const { rows } = await sql<DeletedRecord>`
        FETCH ${sql.lit(rowsPerPage)} FROM deleted_records`.execute(transaction)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    await transaction.rollback().execute()
  }
}
