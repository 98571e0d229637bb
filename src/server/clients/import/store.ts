import { sql } from 'kysely'
import type { ClientInput } from '#contract/clients/schema.ts'
import { recordAudit } from '#server/audit/store.ts'
import { newClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'

/** A row of the file, and who the database says it might be. */
export interface Comparison {
  row: number
  /** The same for the same name, blind to case and accents, with the same birth date. */
  person: string
  /** Id of an existing client who is the same person. */
  clientId: string | null
}

/** Who the rows are, in their order, and which existing clients are the same people. */
export async function compareWithClients(
  db: Connection,
  rows: { row: number; input: ClientInput }[],
): Promise<Comparison[]> {
  const { rows: compared } = await sql<Comparison>`
    WITH people AS (
      SELECT row, fold_name(first_name) AS first, fold_name(last_name) AS last, date_of_birth
      FROM unnest(
        ${rows.map(({ row }) => row)}::int[], ${rows.map(({ input }) => input.firstName)}::text[],
        ${rows.map(({ input }) => input.lastName)}::text[], ${rows.map(({ input }) => input.dateOfBirth)}::date[]
      ) AS given (row, first_name, last_name, date_of_birth)
    )
    SELECT row, json_build_array(last, first, date_of_birth)::text AS person, (
      SELECT id FROM clients
      WHERE sort_last = last AND sort_first = first AND clients.date_of_birth = people.date_of_birth
        AND deleted_at IS NULL
      ORDER BY created_at, id LIMIT 1
    ) AS "clientId"
    FROM people ORDER BY row`.execute(db)
  return compared
}

/** Adds clients with the first row of their status history and their audit rows, in nobody's name. */
export async function insertClients(db: Connection, inputs: ClientInput[], now: Date): Promise<void> {
  const clients = await db
    .insertInto('clients')
    .values(inputs.map((input) => newClient(input, now)))
    .returning(['id', 'status'])
    .execute()
  await db
    .insertInto('client_status_changes')
    .values(clients.map(({ id, status }) => ({ client_id: id, to_status: status, changed_at: now })))
    .execute()
  const event = { at: now, action: 'added', kind: 'client', details: { source: 'import' } } as const
  await recordAudit(db, ...clients.map(({ id }) => ({ ...event, id })))
}
