import { sql } from 'kysely'
import type { ClientImport } from '#contract/clients/import-endpoints.ts'
import type { Client, ClientInput } from '#contract/clients/schema.ts'
import type { ClientsInUse } from '#contract/failures.ts'
import { startAssignments } from '#server/clients/caseload-store.ts'
import { addedTables } from '#server/clients/references.ts'
import { insertClients } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/records.ts'
import { nameKey, type Workers } from './read-rows.ts'

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

/** The ids of existing employees. */
export async function importWorkers(db: Connection): Promise<Workers> {
  const rows = await db
    .selectFrom('employees')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('deleted_at', 'is', null)
    .execute()
  const namesakes = Map.groupBy(rows, ({ first_name, last_name }) => nameKey(`${first_name} ${last_name}`))
  namesakes.delete('')
  return {
    byEmail: new Map(rows.map(({ id, email }) => [email.toLowerCase(), id])),
    byName: new Map(
      [...namesakes].map(([name, [first, second]]) => [name, second ? null : (first?.id ?? null)]),
    ),
  }
}

/** Records an import. Returns its id. */
export async function addImport(
  db: Connection,
  { at, by, clients }: { at: Date; by: string | null; clients: number },
): Promise<string> {
  const { id } = await db
    .insertInto('client_imports')
    .values({ made_at: at, made_by: by, clients })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds clients and their first status. */
export async function addImportedClients(
  db: Connection,
  inputs: ClientInput[],
  { id, by, now }: { id: string; by: string | null; now: Date },
): Promise<Client[]> {
  const clients = await insertClients(db, inputs, now, id)
  await db
    .insertInto('client_status_changes')
    .values(
      clients.map(({ id, status }) => ({
        client_id: id,
        to_status: status,
        changed_at: now,
        changed_by: by,
      })),
    )
    .execute()
  await startAssignments(db, clients, by, now)
  return clients
}

/** Whether anything was added to a client, even a note that was deleted since. */
const hasRecords = sql`(${sql.join(
  addedTables.map((table) => sql`EXISTS (SELECT FROM ${sql.table(table)} WHERE client_id = clients.id)`),
  sql` OR `,
)})`

const isTouched = sql`(clients.version > 1 OR ${hasRecords})`

/** The newest imports, or the one with that id. */
export async function listImports(
  db: Connection,
  which: { limit: number; id?: string },
): Promise<ClientImport[]> {
  const { rows } = await sql<Omit<ClientImport, 'at' | 'undoneAt'> & { at: Date; undoneAt: Date | null }>`
    SELECT made.id, made_at AS at, employees.email AS by, trim(concat(first_name, ' ', last_name)) AS "byName",
      made.clients, undone_at AS "undoneAt", (
        SELECT count(*)::integer FROM clients
        WHERE import_id = made.id AND deleted_at IS NULL AND NOT ${isTouched}
      ) AS untouched
    FROM client_imports AS made LEFT JOIN employees ON employees.id = made_by
    WHERE ${which.id ? sql`made.id = ${which.id}` : sql`true`}
    ORDER BY made_at DESC, made.id LIMIT ${which.limit}`.execute(db)
  return rows.map(({ at, undoneAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
  }))
}

/**
 * Marks an import as undone, and locks those of its clients who are not deleted, so that nobody adds anything to them until the
 * transaction ends. Returns their ids; undefined if there is no such import, or it was undone before.
 */
export async function undoImport(trx: Connection, id: string, now: Date): Promise<string[] | undefined> {
  if (!isRecordId(id)) return undefined
  const undone = await trx
    .updateTable('client_imports')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (undone.numUpdatedRows === 0n) return undefined
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM clients WHERE import_id = ${id} AND deleted_at IS NULL ORDER BY id FOR UPDATE`.execute(trx)
  return rows.map(({ id }) => id)
}

/** How many clients of an import have been edited or have records, and the first of them by name. */
export async function touchedClients(trx: Connection, id: string, limit: number): Promise<ClientsInUse> {
  const { rows } = await sql<ClientsInUse['clients'][number] & { count: number }>`
    SELECT id, first_name AS "firstName", last_name AS "lastName", count(*) OVER ()::integer AS count FROM clients
    WHERE import_id = ${id} AND deleted_at IS NULL AND ${isTouched}
    ORDER BY sort_last, sort_first, id LIMIT ${limit}`.execute(trx)
  return { count: rows[0]?.count ?? 0, clients: rows.map(({ count: _, ...client }) => client) }
}
