import { sql } from 'kysely'
import type { Client, ClientInput } from '#contract/clients/schema.ts'
import { startAssignments } from '#server/clients/caseload-store.ts'
import { insertClients } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'

interface Duplicate {
  row: number
  /** An existing client with the same name and birth date, if there is one. */
  clientId: string | null
  /** The first row of the file with that name and birth date. */
  firstRow: number
}

/**
 * Rows with the name and birth date of an existing client or of an earlier row. Case and accents don't matter.
 */
export async function findDuplicates(
  db: Connection,
  rows: { row: number; input: ClientInput }[],
): Promise<Duplicate[]> {
  const { rows: duplicates } = await sql<Duplicate>`
    WITH people AS (
      SELECT row, fold_name(first_name) AS first, fold_name(last_name) AS last, date_of_birth
      FROM unnest(
        ${rows.map(({ row }) => row)}::int[], ${rows.map(({ input }) => input.firstName)}::text[],
        ${rows.map(({ input }) => input.lastName)}::text[], ${rows.map(({ input }) => input.dateOfBirth)}::date[]
      ) AS given (row, first_name, last_name, date_of_birth)
    ), compared AS (
      SELECT row, min(row) OVER (PARTITION BY last, first, date_of_birth) AS "firstRow", (
        SELECT id FROM clients
        WHERE sort_last = last AND sort_first = first AND clients.date_of_birth = people.date_of_birth
          AND deleted_at IS NULL
        ORDER BY created_at, id LIMIT 1
      ) AS "clientId"
      FROM people
    )
    SELECT * FROM compared WHERE "clientId" IS NOT NULL OR "firstRow" < row ORDER BY row`.execute(db)
  return duplicates
}

/** The ids of existing employees, by email address in lower case. */
export async function workersByEmail(db: Connection): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('employees')
    .select(['id', 'email'])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]))
}

/** Adds clients and their first status. */
export async function addImportedClients(
  db: Connection,
  inputs: ClientInput[],
  now: Date,
): Promise<Client[]> {
  const clients = await insertClients(db, inputs, now)
  await db
    .insertInto('client_status_changes')
    .values(clients.map(({ id, status }) => ({ client_id: id, to_status: status, changed_at: now })))
    .execute()
  await startAssignments(db, clients, null, now)
  return clients
}
