import type { Insertable } from 'kysely'
import type { Client, ClientInput } from '#contract/clients/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { markDeleted } from '#server/database/mark-deleted.ts'
import { isRecordId } from '#server/database/record-id.ts'
import type { ClientTable } from '#server/database/tables.ts'
import { clientColumns, clientOf, enteredColumns } from './row-store.ts'
import { addStatusChange } from './status-history-store.ts'

export async function clientById(db: Connection, id: string): Promise<Client | undefined> {
  if (!isRecordId(id)) return undefined
  const row = await livingClient(db, id).select(clientColumns).executeTakeFirst()
  return row && clientOf(row)
}

/** The same, and nobody else changes or deletes the client, or writes notes of it, until the transaction ends. */
export async function holdClient(trx: Connection, id: string): Promise<Client | undefined> {
  if (!isRecordId(id)) return undefined
  const row = await livingClient(trx, id).select(clientColumns).forNoKeyUpdate().executeTakeFirst()
  return row && clientOf(row)
}

/** The id as the table spells it, if it names a living client. */
export async function idOfClient(db: Connection, id: string): Promise<string | undefined> {
  if (!isRecordId(id)) return undefined
  return (await livingClient(db, id).select('id').executeTakeFirst())?.id
}

const livingClient = (db: Connection, id: string) =>
  db.selectFrom('clients').where('id', '=', id).where('deleted_at', 'is', null)

/** The row of somebody who comes in at `now`, from whichever source. */
export function newClient(input: ClientInput, now: Date): Insertable<ClientTable> {
  return { ...enteredColumns(input), created_at: now, updated_at: now }
}

/** Adds a client and the first row of its status history. */
export async function addClient(db: Connection, input: ClientInput, by: string, now: Date): Promise<Client> {
  const row = await db
    .insertInto('clients')
    .values(newClient(input, now))
    .returning(clientColumns)
    .executeTakeFirstOrThrow()
  await addStatusChange(db, { clientId: row.id, from: null, to: row.status, by, at: now })
  return clientOf(row)
}

/** Writes all that a person fills in over a client that the transaction holds; a changed status goes into its history. */
export async function editClient(
  trx: Connection,
  before: Client,
  input: ClientInput,
  by: string,
  now: Date,
): Promise<Client> {
  const row = await trx
    .updateTable('clients')
    .set(({ eb }) => ({ ...enteredColumns(input), updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', before.id)
    .returning(clientColumns)
    .executeTakeFirstOrThrow()
  if (row.status !== before.status) {
    await addStatusChange(trx, { clientId: row.id, from: before.status, to: row.status, by, at: now })
  }
  return clientOf(row)
}

/**
 * Marks a living client as deleted and answers its id, if there was one. Its notes stay as they are: no call reaches
 * them while the client is deleted, and those that were alive come back with it (decision 18).
 */
export async function deleteClient(db: Connection, id: string, by: string, now: Date) {
  return await markDeleted(db, 'clients', id, by, now)
}
