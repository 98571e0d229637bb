import { type Insertable, sql } from 'kysely'
import type pg from 'pg'
import type { Role } from '#contract/access/roles.ts'
import type { Connection } from '#server/database/connection.ts'
import type { Database, EmployeeTable } from '#server/database/tables.ts'

/** A made-up record: its rows by table, in the order in which the tables are filled. */
export type MadeUpRows = { [Table in keyof Database]?: Insertable<Database[Table]>[] }

/** Adds the rows of all records, those of a table as one JSON parameter: a list of values would need one for each. */
export async function insertRecords(db: Connection, records: readonly MadeUpRows[]): Promise<void> {
  for (const table of Object.keys(records[0] ?? {}) as (keyof Database)[]) {
    const rows = records.flatMap((record): object[] => record[table] ?? [])
    if (rows.length === 0) continue
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
    await sql`
      INSERT INTO ${sql.table(table)} (${columns})
      SELECT ${columns} FROM json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    `.execute(db)
  }
}

export type NumberedTable = 'employees' | 'clients' | 'notes' | 'contact_messages'

const idPrefixes: Record<NumberedTable, string> = {
  employees: '5eed0001',
  clients: '5eed0002',
  notes: '5eed0003',
  contact_messages: '5eed0004',
}

/** An id of UUID version 8 that holds the record's number, so that the next run knows where to go on. */
export function seedId(table: NumberedTable, index: number): string {
  return `${idPrefixes[table]}-0000-8000-8000-${index.toString(16).padStart(12, '0')}`
}

/** The number at which the next run goes on; deleted records count, as their rows are still there. */
export async function nextIndex(db: Connection, table: NumberedTable): Promise<number> {
  const last = await db
    .selectFrom(table)
    .select('id')
    .where('id', '>=', seedId(table, 0))
    .where('id', '<=', seedId(table, 2 ** 48 - 1))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? Number.parseInt(last.id.slice(-12), 16) + 1 : 0
}

export interface Author {
  id: string
  email: string
  role: Role
}

/** The existing employees that this program made up. */
export async function madeUpEmployees(db: Connection): Promise<Author[]> {
  return await db
    .selectFrom('employees')
    .select(['id', 'email', 'role'])
    .where('made_up', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** The existing clients that this program made up, oldest first. */
export async function madeUpClients(db: Connection) {
  return await db
    .selectFrom('clients')
    .select(['id', 'first_name as firstName', 'address', 'service', 'created_at as createdAt'])
    .select(sql<Date | null>`CASE WHEN status = 'discharged' THEN updated_at END`.as('leftAt'))
    .where('made_up', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export type NotedClient = Awaited<ReturnType<typeof madeUpClients>>[number]

/** Lets the planner know the new rows, and makes them ready for index-only scans. */
export async function tidyUpAfterSeed(owner: pg.ClientBase): Promise<void> {
  await owner.query(
    'VACUUM (ANALYZE) employees, clients, client_status_changes, notes, note_versions, contact_messages, last_notes',
  )
}

type DemoAccount = Pick<
  Insertable<EmployeeTable>,
  'first_name' | 'last_name' | 'email' | 'dob' | 'phone' | 'address' | 'role'
>

/** Adds an account to sign in with, or gives the existing one of that email address its role and password again. */
export async function saveDemoAccount(
  db: Connection,
  account: DemoAccount,
  passwordHash: string,
  now: Date,
): Promise<string> {
  const signIn = { role: account.role, password_hash: passwordHash, password_set_at: now, updated_at: now }
  const { id } = await db
    .insertInto('employees')
    .values({ ...account, ...signIn, created_at: now })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .where('deleted_at', 'is', null)
        .doUpdateSet(({ eb }) => ({ ...signIn, version: eb('employees.version', '+', 1) })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
