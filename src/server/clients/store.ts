import { type Insertable, type Selectable, sql } from 'kysely'
import type { Client, ClientInput, StatusChange } from '#contract/clients/schema.ts'
import { type ClientStatus, unknownStatus } from '#contract/clients/statuses.ts'
import { type AuditEvent, auditColumns, insertAuditRow } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { compileOnce, isRecordId, markDeleted, selectColumns, toIsoString } from '#server/database/records.ts'
import type { ClientTable } from '#server/database/tables.ts'

/** The column of each form field. */
const enteredColumnOf = {
  firstName: 'first_name',
  lastName: 'last_name',
  status: 'status',
  service: 'service',
  email: 'email',
  phone: 'phone',
  address: 'address',
  dateOfBirth: 'date_of_birth',
} as const satisfies Record<keyof ClientInput, keyof ClientTable>

type EnteredField = keyof typeof enteredColumnOf

const enteredFields = Object.keys(enteredColumnOf) as EnteredField[]

/** The columns that are read. Instants are read as text. */
type ClientRow = Pick<Client, 'lastNoteAt' | 'createdAt' | 'updatedAt'> & {
  [Field in EnteredField]: Selectable<ClientTable>[(typeof enteredColumnOf)[Field]]
} & Pick<Selectable<ClientTable>, 'id' | 'version'>

const { columns: clientColumns, list: clientColumnList } = selectColumns<ClientRow>({
  id: 'clients.id',
  ...enteredColumnOf,
  lastNoteAt: '(SELECT last_note_at::text FROM last_notes WHERE client_id = clients.id)',
  createdAt: 'clients.created_at::text',
  updatedAt: 'clients.updated_at::text',
  version: 'clients.version',
})

function toClient(row: ClientRow): Client {
  return {
    _id: row.id,
    ...row,
    lastNoteAt: row.lastNoteAt && toIsoString(row.lastNoteAt),
    createdAt: toIsoString(row.createdAt),
    updatedAt: toIsoString(row.updatedAt),
  } as Client
}

const selectClient = compileOnce<{ id: string }, ClientRow>(
  ({ id }) => sql`SELECT ${clientColumnList} FROM clients WHERE id = ${id} AND deleted_at IS NULL`,
)

export async function findClient(db: Connection, id: string): Promise<Client | undefined> {
  if (!isRecordId(id)) return undefined
  const [row] = await selectClient(db, { id })
  return row && toClient(row)
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

/**
 * Existing clients by name, or those of a status. Each page is a query of its own and continues after the last client of
 * the one before, so that nothing is held in between.
 */
export async function* clientPages(
  db: Connection,
  status: ClientStatus | typeof unknownStatus | undefined,
  { firstPage, furtherPages }: { firstPage: number; furtherPages: number },
): AsyncGenerator<Client[], void> {
  let query = db
    .selectFrom('clients')
    .select([...clientColumns, 'sort_last', 'sort_first'])
    .where('deleted_at', 'is', null)
    .orderBy(sql`sort_last, sort_first, id`)
  if (status === unknownStatus) query = query.where('status', 'is', null)
  else if (status) query = query.where('status', '=', status)
  let [page, limit] = [query, firstPage]
  for (;;) {
    const rows = await page.limit(limit).execute()
    yield rows.map(({ sort_last, sort_first, ...row }) => toClient(row))
    const end = rows.at(-1)
    if (!end || rows.length < limit) return
    page = query.where(
      sql<boolean>`(sort_last, sort_first, id) > (${end.sort_last}, ${end.sort_first}, ${end.id})`,
    )
    limit = furtherPages
  }
}

/** The entered fields as columns; missing ones are null. */
function enteredColumns(input: ClientInput) {
  const columns = enteredFields.map((field) => [enteredColumnOf[field], input[field] ?? null])
  return Object.fromEntries(columns) as Pick<Insertable<ClientTable>, (typeof enteredColumnOf)[EnteredField]>
}

/** The row of a new client. */
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
  await addStatusChange(db, { client_id: row.id, from_status: null, to_status: row.status }, by, now)
  return toClient(row)
}

/** The fields whose entered value differs from the record; a missing status is null. */
export function changedFields(before: Client, input: ClientInput): EnteredField[] {
  return enteredFields.filter((field) => before[field] !== (input[field] ?? null))
}

/**
 * Overwrites the changed fields, and records the change in the audit trail and a changed status in the history, in one
 * statement. Returns undefined if the record is no longer as it was in `before`.
 */
export async function editClient(
  db: Connection,
  before: Client,
  { input, fields }: { input: ClientInput; fields: EnteredField[] },
  event: AuditEvent,
): Promise<Client | undefined> {
  const audit = auditColumns(event)
  // Not the others: setting a name, even to the same, computes the columns for search again.
  const changes = fields.map((field) => sql`${sql.ref(enteredColumnOf[field])} = ${input[field] ?? null}`)
  const { rows } = await sql<ClientRow>`
    WITH client AS (
      UPDATE clients SET ${sql.join(changes)}, updated_at = ${event.at}, version = version + 1
      WHERE id = ${before.id} AND version = ${before.version} AND deleted_at IS NULL
      RETURNING ${clientColumnList}
    ), status_change AS (
      INSERT INTO client_status_changes (client_id, from_status, to_status, changed_at, changed_by)
      SELECT id, ${before.status}::text, status, ${event.at}::timestamptz, ${audit.actor_id}::uuid FROM client
      WHERE status IS DISTINCT FROM ${before.status}::text
    ), audit AS (
      ${insertAuditRow(audit, sql`client`)}
    )
    SELECT * FROM client`.execute(db)
  return rows[0] && toClient(rows[0])
}

/**
 * Marks an existing client as deleted and returns its id, if there was one. Its notes stay as they are: no call reaches
 * them, and they come back with the client.
 */
export async function deleteClient(db: Connection, id: string, by: string, now: Date) {
  return await markDeleted(db, 'clients', id, by, now)
}

interface NewStatusChange {
  client_id: string
  from_status: ClientStatus | null
  to_status: ClientStatus | null
}

async function addStatusChange(
  db: Connection,
  change: NewStatusChange,
  by: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('client_status_changes')
    .values({ ...change, changed_at: now, changed_by: by })
    .execute()
}

/** A client's status changes, newest first; the last is the status at intake. */
export async function listStatusChanges(db: Connection, clientId: string): Promise<StatusChange[]> {
  const rows = await db
    .selectFrom('client_status_changes as change')
    .leftJoin('employees', 'employees.id', 'change.changed_by')
    .select(['change.from_status', 'change.to_status', 'change.changed_at', 'employees.email'])
    .select(sql<string>`trim(concat(first_name, ' ', last_name))`.as('name'))
    .where('change.client_id', '=', clientId)
    .orderBy('change.id', 'desc')
    .execute()
  return rows.map(({ from_status, to_status, changed_at, email, name }) => ({
    from: from_status,
    to: to_status,
    at: changed_at.toISOString(),
    by: email,
    byName: name,
  }))
}
