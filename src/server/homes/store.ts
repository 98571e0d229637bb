import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { Home, homeEndpoints } from '#contract/homes/endpoints.ts'
import { homeFields } from '#contract/homes/fields.ts'
import { clientRecordStore } from '#server/client-records/store.ts'
import { isHousing, isMoveIn } from '#server/clients/search-store.ts'
import type { Connection } from '#server/database/connection.ts'
import { isOf } from '#server/service-log/store.ts'

export const homes = clientRecordStore<Home>({
  name: 'homes',
  kind: 'home',
  table: 'homes',
  fields: homeFields,
  order: 'moved_in_on DESC, left_on DESC NULLS FIRST, id',
  // A client has one home at a time, so the client’s name says which.
  due: { on: 'leaseEndsOn', where: 'homes.left_on IS NULL', what: () => 'Lease on the home' },
})

type Summary = typeof homeEndpoints.summary

/** Counts clients by their homes in a period. The last home that a client left in it says why. */
export async function countHoused(
  db: Connection,
  { from, to, assignedTo }: BodyOf<Summary>,
): Promise<ReplyOf<Summary>> {
  const { rows } = await sql<ReplyOf<Summary>>`
    WITH counted AS (
      SELECT homes.* FROM homes JOIN clients ON clients.id = client_id
      WHERE ${isHousing} AND deleted_at IS NULL AND ${isOf(sql`assigned_to`, assignedTo)}
    ), ended AS (
      SELECT DISTINCT ON (client_id) coalesce(left_reason, 'unknown') AS reason FROM counted
      WHERE left_on BETWEEN ${from} AND ${to} ORDER BY client_id, left_on DESC, moved_in_on DESC
    ), reasons AS (
      -- Of two spellings the one in lower case.
      SELECT max(reason COLLATE "C") AS reason, count(*) AS clients FROM ended GROUP BY lower(reason)
    )
    SELECT count(DISTINCT client_id) FILTER (WHERE ${isMoveIn({ from, to })}) AS "movedIn",
      count(DISTINCT client_id) FILTER (WHERE moved_in_on <= ${to} AND (left_on >= ${to}) IS NOT FALSE) AS housed,
      (SELECT coalesce(jsonb_object_agg(reason, clients), '{}') FROM reasons) AS left
    FROM counted AS homes`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Counting always returns a row.')
  return counts
}
