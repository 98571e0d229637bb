import { type Insertable, sql } from 'kysely'
import { clientFields, type statusChangeFields } from '#contract/clients/fields.ts'
import type { Client, ClientInput, StatusChange } from '#contract/clients/schema.ts'
import type { ClientStatus } from '#contract/clients/statuses.ts'
import { type NameOf, namesOf } from '#contract/record-field.ts'
import type { StoredRecord } from '#server/audit/digest.ts'
import { type AuditRow, insertAuditRows } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { columnOf, columnsOf, columnValues, fieldValues } from '#server/database/field-columns.ts'
import { isRecordId, markDeleted, readTogether, selectColumns, statement } from '#server/database/records.ts'
import type { Clients } from '#server/database/tables.ts'
import { endAssignments, startAssignments } from './caseload-store.ts'

type ClientField = NameOf<typeof clientFields>

/** The column of each form field. */
export const fieldColumns = columnsOf(clientFields)

/** The columns that are read. */
type ClientRow = Pick<Client, ClientField | 'assignedToName' | 'id' | 'version'> & {
  lastNoteAt: Date | null
  lastNoteOn: string | null
  lastNoteAttempted: boolean
  createdAt: Date
  updatedAt: Date
}

/** Current name of the assigned employee; null for nobody. */
const assignedToName =
  "(SELECT trim(first_name || ' ' || last_name) FROM employees WHERE employees.id = clients.assigned_to)"

const lastNote = (column: string) => `(SELECT ${column} FROM last_notes WHERE client_id = clients.id)`

const { columns: clientColumns, text: clientColumnText } = selectColumns<ClientRow>({
  id: 'clients.id',
  ...fieldColumns,
  assignedToName,
  lastNoteAt: lastNote('last_note_at'),
  lastNoteOn: lastNote('last_note_on'),
  lastNoteAttempted: `coalesce(${lastNote('last_reached_on IS DISTINCT FROM last_note_on')}, false)`,
  createdAt: 'clients.created_at',
  updatedAt: 'clients.updated_at',
  version: 'clients.version',
})

function toClient(row: ClientRow): Client {
  return {
    _id: row.id,
    ...row,
    lastNoteAt: row.lastNoteAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** What an audit row proves of a client. */
export function clientAsStored(
  client: Pick<Client, ClientField | 'id' | 'version' | 'createdAt' | 'updatedAt'>,
  deletedAt: string | null = null,
): StoredRecord {
  const { id, version, createdAt, updatedAt } = client
  const values = { ...fieldValues(clientFields, client), createdAt, updatedAt, deletedAt }
  return { kind: 'client', id, version, values }
}

const selectStoredClients = (db: Connection) =>
  db.selectFrom('clients').select([...clientColumns, 'made_up', 'deleted_at as deletedAt'])

/** Clients in the order of their ids, after the one with the id `after`; deleted ones, too. */
export async function storedClients(
  db: Connection,
  { after, limit }: { after: string | undefined; limit: number },
) {
  let query = selectStoredClients(db).orderBy('id').limit(limit)
  if (after !== undefined) query = query.where('id', '>', after)
  return (await query.execute()).map(toStoredClient)
}

export async function countStoredClients(db: Connection): Promise<number> {
  const { count } = await db
    .selectFrom('clients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A client as stored, deleted or not. */
export async function storedClient(db: Connection, id: string): Promise<StoredRecord> {
  return toStoredClient(await selectStoredClients(db).where('id', '=', id).executeTakeFirstOrThrow()).record
}

function toStoredClient({
  made_up,
  deletedAt,
  ...row
}: ClientRow & { made_up: boolean; deletedAt: Date | null }) {
  return {
    record: clientAsStored(toClient(row), deletedAt?.toISOString()),
    isMadeUp: made_up,
  }
}

const selectClients = statement<{ ids: string[] }, ClientRow>(`
  SELECT ${clientColumnText} FROM clients
  WHERE id = ANY ((SELECT :ids::uuid[])::uuid[]) AND deleted_at IS NULL`)

export async function findClient(db: Connection, id: string): Promise<Client | undefined> {
  if (!isRecordId(id)) return undefined
  const [row] = await selectClients(db, { ids: [id] })
  return row && toClient(row)
}

/** Returns a `findClient` that reads in one statement for all calls that arrive together. */
export function clientLookup(db: Connection) {
  const find = readTogether<string, Client>(async (ids) => {
    const rows = await selectClients(db, { ids })
    return new Map(rows.map((row) => [row.id, toClient(row)]))
  })
  return async (id: string) => (isRecordId(id) ? await find(id.toLowerCase()) : undefined)
}

const existingClientId = (db: Connection, id: string) =>
  db.selectFrom('clients').select('id').where('id', '=', id).where('deleted_at', 'is', null)

/** The id as stored, if it names an existing client. */
export async function findClientId(db: Connection, id: string): Promise<string | undefined> {
  if (!isRecordId(id)) return undefined
  return (await existingClientId(db, id).executeTakeFirst())?.id
}

/** Like `findClientId`, and locks the client against changes, deletion and new notes until the transaction ends. */
export async function lockClient(trx: Connection, id: string): Promise<string | undefined> {
  if (!isRecordId(id)) return undefined
  return (await existingClientId(trx, id).forNoKeyUpdate().executeTakeFirst())?.id
}

/** The existing client into which that record was merged. */
export async function findMergedInto(db: Connection, id: string): Promise<string | undefined> {
  if (!isRecordId(id)) return undefined
  const merge = await db
    .selectFrom('client_merges')
    .innerJoin('clients', 'clients.id', 'client_id')
    .select('client_id')
    .where('merged', '=', id)
    .where('undone_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return merge?.client_id
}

/** Whether there has ever been a client. */
export async function hasClients(db: Connection): Promise<boolean> {
  return (await db.selectFrom('clients').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The row of a new client. */
export function newClient(input: ClientInput, now: Date): Insertable<Clients> {
  const columns = columnValues(namesOf(clientFields), input)
  return { ...(columns as Insertable<Clients>), created_at: now, updated_at: now }
}

/** Inserts clients, and returns them in the same order. */
export async function insertClients(
  db: Connection,
  inputs: ClientInput[],
  now: Date,
  importId: string | null = null,
): Promise<Client[]> {
  const rows = await db
    .insertInto('clients')
    .values(inputs.map((input) => ({ ...newClient(input, now), import_id: importId })))
    .returning(clientColumns)
    .execute()
  return rows.map(toClient)
}

/** Adds a client, the first row of its status history and, if it is assigned, of its assignments. */
export async function addClient(db: Connection, input: ClientInput, by: string, now: Date): Promise<Client> {
  const [client] = await insertClients(db, [input], now)
  if (!client) throw new Error('the client was not inserted')
  await db
    .insertInto('client_status_changes')
    .values({
      client_id: client.id,
      to_status: client.status,
      changed_at: now,
      changed_by: by,
      ...statusFacts(input),
    })
    .execute()
  await startAssignments(db, [client], by, now)
  return client
}

const statusFacts = ({ statusOn = null, statusReason = null }: ClientInput) => ({
  happened_on: statusOn,
  reason: statusReason,
})

/** The client as an edit of these fields stores it. */
export function editedClient(
  before: Client,
  { input, fields, at }: { input: ClientInput; fields: ClientField[]; at: Date },
): Client {
  const values = Object.fromEntries(fields.map((field) => [field, input[field] ?? null]))
  return { ...before, ...values, version: before.version + 1, updatedAt: at.toISOString() }
}

type StatusFact = NameOf<typeof statusChangeFields>

/** Which of the given date and reason are still missing from the newest change of the status. */
export async function missingStatusFacts(
  db: Connection,
  id: string,
  input: ClientInput,
): Promise<StatusFact[]> {
  const { statusOn, statusReason } = input
  if (!statusOn && !statusReason) return []
  const newest = await db
    .selectFrom('client_status_changes')
    .select(['happened_on', 'reason'])
    .where('client_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return []
  return [
    ...(statusOn && newest.happened_on === null ? (['statusOn'] as const) : []),
    ...(statusReason && newest.reason === null ? (['statusReason'] as const) : []),
  ]
}

interface ClientChange {
  fields: ClientField[]
  /** What completes the newest change of the status, if the status stays the same. */
  facts: StatusFact[]
  input: ClientInput
  before: Client
  audit: AuditRow
}

type StatusFacts = ReturnType<typeof statusFacts> & { before: ClientStatus | null }

/**
 * Overwrites the changed fields, and writes the audit row, a changed status and a changed worker into their histories, in
 * one statement. Returns undefined if the record is no longer as it was before.
 */
export async function editClient(
  db: Connection,
  after: Client,
  { fields, facts, input, before, audit }: ClientChange,
): Promise<Client | undefined> {
  // Not the others: setting a name, even to the same, computes the columns for search again.
  const changes = fields.map((field) => `${columnOf(field)} = :${field}, `).join('')
  const reassigned = `, ended AS (
      UPDATE client_assignments SET ended_at = :at::timestamptz
      WHERE client_id = (SELECT id FROM client) AND ended_at IS NULL
    ), started AS (
      INSERT INTO client_assignments (client_id, employee_id, started_at, started_by)
      SELECT id, "assignedTo", :at::timestamptz, :actor_id::uuid FROM client WHERE "assignedTo" IS NOT NULL
    )`
  const withNewStatus = `, status_change AS (
      INSERT INTO client_status_changes (client_id, from_status, to_status, changed_at, changed_by, happened_on, reason)
      SELECT id, :before, status, :at::timestamptz, :actor_id::uuid, :happened_on::date, :reason FROM client
    )`
  const withFacts = `, completed AS (
      UPDATE client_status_changes
      SET happened_on = coalesce(happened_on, :happened_on::date), reason = coalesce(reason, :reason)
      WHERE id = (SELECT max(id) FROM client_status_changes WHERE client_id = (SELECT id FROM client))
    )`
  const edit = statement<Client & AuditRow & StatusFacts, ClientRow>(`
    WITH client AS (
      UPDATE clients SET ${changes}updated_at = :at::timestamptz, version = version + 1
      WHERE id = :id AND version = :version - 1 AND deleted_at IS NULL
      RETURNING ${clientColumnText}
    )${fields.includes('status') ? withNewStatus : ''}${facts.length > 0 ? withFacts : ''}${fields.includes('assignedTo') ? reassigned : ''}, audit AS (${insertAuditRows(['client'])})
    SELECT * FROM client`)
  const [row] = await edit(db, { ...after, ...audit, before: before.status, ...statusFacts(input) })
  return row && toClient(row)
}

/** Locks those of these clients that exist, always in the same order, to avoid deadlocks. */
export async function lockClients(trx: Connection, ids: string[]) {
  const { rows } = await sql<{ id: string; version: number; assignedTo: string | null }>`
    SELECT id, version, assigned_to AS "assignedTo" FROM clients
    WHERE id = ANY (${ids}::uuid[]) AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`.execute(trx)
  return rows
}

interface Reassignment {
  to: string | null
  by: string
  now: Date
}

/**
 * Assigns clients, or all of an employee, to another employee or to nobody. The latter include deleted clients, so none is
 * restored with a former worker. Returns the clients.
 */
export async function reassignClients(
  trx: Connection,
  { to, by, now, ...which }: Reassignment & ({ from: string } | { ids: string[] }),
): Promise<StoredRecord[]> {
  const rows = await trx
    .updateTable('clients')
    .set(({ eb }) => ({ assigned_to: to, updated_at: now, version: eb('version', '+', 1) }))
    .where(
      'from' in which
        ? sql<boolean>`assigned_to = ${which.from}`
        : sql<boolean>`id = ANY (${which.ids}::uuid[])`,
    )
    .returning([...clientColumns, 'deleted_at as deletedAt'])
    .execute()
  const clients = rows.map(({ deletedAt, ...row }) => ({ deletedAt, client: toClient(row) }))
  await endAssignments(
    trx,
    clients.map(({ client }) => client),
    now,
  )
  await startAssignments(
    trx,
    clients.map(({ client }) => client),
    by,
    now,
  )
  return clients.map(({ client, deletedAt }) => clientAsStored(client, deletedAt?.toISOString()))
}

/**
 * Marks an existing client as deleted and returns what is stored, if there was one. Its notes stay as they are: no call
 * reaches them, and they come back with the client.
 */
export async function deleteClient(
  trx: Connection,
  id: string,
  by: string,
  now: Date,
): Promise<StoredRecord | undefined> {
  const deleted = await markDeleted(trx, 'clients', id, by, now)
  return deleted ? await storedClient(trx, deleted) : undefined
}

/** The same for several existing clients, which the caller has locked. */
export async function deleteClients(
  trx: Connection,
  ids: string[],
  by: string,
  now: Date,
): Promise<StoredRecord[]> {
  const rows = await trx
    .updateTable('clients')
    .set(({ eb }) => ({ deleted_at: now, deleted_by: by, version: eb('version', '+', 1) }))
    .where(sql<boolean>`id = ANY (${ids}::uuid[]) AND deleted_at IS NULL`)
    .returning([...clientColumns, 'deleted_at as deletedAt'])
    .execute()
  return rows.map(({ deletedAt, ...row }) => clientAsStored(toClient(row), deletedAt?.toISOString()))
}

/** A client's status changes, newest first; the last is the status at intake. Without a limit, all of them. */
export async function listStatusChanges(
  db: Connection,
  clientId: string,
  limit?: number,
): Promise<StatusChange[]> {
  const rows = await db
    .selectFrom('client_status_changes as change')
    .leftJoin('employees', 'employees.id', 'change.changed_by')
    .select(['change.from_status', 'change.to_status', 'change.changed_at', 'employees.email'])
    .select(['change.happened_on', 'change.reason'])
    .select(sql<string>`trim(concat(first_name, ' ', last_name))`.as('name'))
    .where('change.client_id', '=', clientId)
    .orderBy('change.id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute()
  return rows.map(({ from_status, to_status, changed_at, email, name, happened_on, reason }) => ({
    from: from_status,
    to: to_status,
    at: changed_at.toISOString(),
    by: email,
    byName: name,
    on: happened_on,
    reason,
  }))
}
