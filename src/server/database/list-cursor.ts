import { type RawBuilder, sql } from 'kysely'
import type { Connection } from './connection.ts'

/** Milliseconds. A slow reader must not keep a connection, and the rows of its snapshot, for longer. */
const longestRead = 10 * 60 * 1000

/**
 * The rows of a SELECT in batches, as they were when the first was read, whatever changes meanwhile. Its transaction holds a
 * connection until the last batch, or until the caller stops.
 */
export async function* readList<Row>(
  db: Connection,
  query: RawBuilder<Row>,
  size: number,
): AsyncGenerator<Row[], void> {
  const end = Date.now() + longestRead
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    for await (const rows of fetchInBatches(trx, query, size)) {
      if (Date.now() > end) throw new Error('The list was read too slowly.')
      yield rows
    }
  } finally {
    // Nothing was changed. If the connection is lost, the rollback fails, too.
    await trx
      .rollback()
      .execute()
      .catch(() => {})
  }
}

/** The same within a transaction, which reads one such list at a time. PostgreSQL ends it after 20 seconds without a batch. */
export async function* fetchInBatches<Row>(
  trx: Connection,
  query: RawBuilder<Row>,
  size: number,
): AsyncGenerator<Row[], void> {
  await sql`DECLARE list NO SCROLL CURSOR FOR ${query}`.execute(trx)
  for (let isLast = false; !isLast; ) {
    const { rows } = await sql<Row>`FETCH ${sql.lit(size)} FROM list`.execute(trx)
    isLast = rows.length < size
    if (rows.length > 0) yield rows
  }
  await sql`CLOSE list`.execute(trx)
}
