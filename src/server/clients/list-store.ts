import type { Client } from '#contract/clients/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { type ClientFilter, inOrder, matching } from './matching-store.ts'
import { clientColumns, clientOf } from './row-store.ts'

/** All living clients that match: by name, or the longest silent first. */
export async function listClients(db: Connection, filter: ClientFilter): Promise<Client[]> {
  const query = matching(db.selectFrom('clients').select(clientColumns), filter)
  const rows = await inOrder(query, filter).execute()
  return rows.map(clientOf)
}
