import { sql } from 'kysely'
import type { Client } from '#contract/clients/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { type ClientRow, clientColumnList, clientOf } from './row-store.ts'

/** Another one after any change of what clients are narrowed and ordered by (docs/decisions/0021). */
export const versionOfClients = sql<string>`(SELECT coalesce(sum(stamp), 0)::text FROM client_counts)`

/** The version of the clients, and the living ones of the ids by name as they are in the same moment. */
export async function livingWith(
  db: Connection,
  ids: string[],
): Promise<{ version: string; clients: Client[] }> {
  const { rows } = await sql<{ stamps: string } & (ClientRow | { id: null })>`
    SELECT moment.stamps, ${clientColumnList}
    FROM (SELECT ${versionOfClients} AS stamps) AS moment
    LEFT JOIN clients ON clients.id = ANY(${ids}::uuid[]) AND deleted_at IS NULL
    ORDER BY sort_last, sort_first, clients.id`.execute(db)
  return { version: rows[0]?.stamps ?? '', clients: rows.filter((row) => row.id !== null).map(clientOf) }
}
