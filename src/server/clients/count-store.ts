import { sql } from 'kysely'
import type { ClientStatus } from '#contract/clients/statuses.ts'
import type { Connection } from '#server/database/connection.ts'
import { type ClientFilter, matching, silence } from './matching-store.ts'

/** How many clients there are of each status; null counts those without one. */
export type StatusCounts = Map<ClientStatus | null, number>

/** All living clients by status, and a version that differs after any change of what lists are narrowed by. */
export async function countAllClients(db: Connection): Promise<{ counts: StatusCounts; version: string }> {
  const rows = await db
    .selectFrom('client_counts')
    .select(({ fn }) => [
      'status',
      fn.sum<number>('clients').as('clients'),
      sql<string>`sum(stamp)::text`.as('stamp'),
    ])
    .groupBy('status')
    .orderBy('status')

    .execute()
  return {
    counts: new Map(rows.map(({ status, clients }) => [status, clients])),
    version: rows.map(({ status, stamp }) => `${status} ${stamp}`).join(),
  }
}

/** Those who were added since an instant by status, and when the first of them was: until then the counts stay. */
export async function countArrivals(
  db: Connection,
  since: Date,
): Promise<{ counts: StatusCounts; first: Date | null }> {
  const rows = await db
    .selectFrom('clients')
    .select(({ fn }) => ['status', fn.countAll<number>().as('clients'), fn.min('created_at').as('first')])
    .where('deleted_at', 'is', null)
    .where('created_at', '>=', since)
    .groupBy('status')
    .execute()
  const firsts = rows.map(({ first }) => first.getTime())
  return {
    counts: new Map(rows.map(({ status, clients }) => [status, clients])),
    first: firsts.length > 0 ? new Date(Math.min(...firsts)) : null,
  }
}

export async function countMatching(db: Connection, filter: ClientFilter): Promise<number> {
  const counted = db.selectFrom('clients').select(db.fn.countAll<number>().as('total'))
  return (await matching(counted, filter).executeTakeFirstOrThrow()).total
}

/**
 * All active clients but those about whom somebody has written since an instant: of the silent ones there may be many,
 * of the others there are only as many as were written about.
 */
export async function countSilent(db: Connection, since: Date): Promise<number> {
  const { rows } = await sql<{ silent: number }>`
    SELECT (SELECT coalesce(sum(clients), 0) FROM client_counts WHERE status = 'active') - (
      SELECT count(*) FROM clients
      WHERE status = 'active' AND deleted_at IS NULL AND ${silence} >= ${since} AND last_note_at >= ${since}
    ) AS silent`.execute(db)
  return rows[0]?.silent ?? 0
}
