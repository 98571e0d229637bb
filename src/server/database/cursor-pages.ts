import { type RawBuilder, sql } from 'kysely'
import type { Connection } from './connection.ts'

/** Milliseconds. A slow reader must not keep a connection, and the rows of its snapshot, for longer. */
const longestRead = 10 * 60 * 1000

/**
 * The rows of a SELECT in pages, as they were when the first page was read, whatever changes meanwhile: one cursor reads them
 * all. Its transaction holds a connection until the last page, or until the caller stops.
 */
export async function* cursorPages<Row>(
  db: Connection,
  query: RawBuilder<unknown>,
  pageSize: number,
): AsyncGenerator<Row[], void> {
  const end = Date.now() + longestRead
  const trx = await db.startTransaction().setAccessMode('read only').execute()
  try {
    await sql`DECLARE list NO SCROLL CURSOR FOR ${query}`.execute(trx)
    for (;;) {
      const { rows } = await sql<Row>`FETCH ${sql.lit(pageSize)} FROM list`.execute(trx)
      if (rows.length > 0) yield rows
      if (rows.length < pageSize) return
      if (Date.now() > end) throw new Error('The list was read too slowly.')
    }
  } finally {
    // Nothing was changed. If the connection is lost, the rollback fails, too.
    await trx
      .rollback()
      .execute()
      .catch(() => {})
  }
}
