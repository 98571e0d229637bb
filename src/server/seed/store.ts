import { type Insertable, sql } from 'kysely'
import type pg from 'pg'
import type { Role } from '#contract/access/roles.ts'
import type { Goal } from '#contract/goals/endpoints.ts'
import type { Connection } from '#server/database/connection.ts'
import type { Database, Employees } from '#server/database/tables.ts'

/** A made-up record: its rows by table, in the order of insertion. */
export type MadeUpRows = { [Table in keyof Database]?: Insertable<Database[Table]>[] }

/** Inserts the rows of all records, one JSON parameter for each table instead of one for each value. */
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

export const numberedTables = ['employees', 'clients', 'notes', 'contact_messages', 'files'] as const
export type NumberedTable = (typeof numberedTables)[number]

/** A UUID version 8 with the record's number, which tells the next run where to continue. */
export function seedId(table: NumberedTable, index: number): string {
  const digit = numberedTables.indexOf(table) + 1
  return `5eed000${digit}-0000-8000-8000-${index.toString(16).padStart(12, '0')}`
}

/** The number at which the next run continues. Deleted records count, because their rows still exist. */
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
  name: string
  title: string | null
  role: Role
}

/** Made-up employees who were not deleted. */
export async function findMadeUpEmployees(db: Connection): Promise<Author[]> {
  return await db
    .selectFrom('employees')
    .select(['id', 'email', 'title', 'role'])
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .where('made_up', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Made-up clients who were not deleted, oldest first. */
export async function findMadeUpClients(db: Connection) {
  return await db
    .selectFrom('clients')
    .select([
      'id',
      'first_name as firstName',
      'service',
      'created_at as createdAt',
      'assigned_to as assignedTo',
    ])
    .select(sql<Date | null>`CASE WHEN status = 'discharged' THEN updated_at END`.as('leftAt'))
    .select(
      sql<Pick<Goal, 'id' | 'agreedOn' | 'state' | 'stateOn'>[]>`
        coalesce((
          SELECT json_agg(json_build_object('id', id, 'agreedOn', agreed_on, 'state', state, 'stateOn', state_on) ORDER BY id)
          FROM goals WHERE client_id = clients.id
        ), '[]')`.as('goals'),
    )
    .where('made_up', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export type NoteClient = Awaited<ReturnType<typeof findMadeUpClients>>[number]

/** Updates the planner's statistics, and the visibility map for index-only scans. */
export async function tidyUpAfterSeed(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query(
    `SELECT string_agg(oid::regclass::text, ', ') AS tables FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
  )
  await owner.query(`VACUUM (ANALYZE) ${rows[0].tables}`)
}

/** Sets columns of an employee. */
export async function changeEmployee(db: Connection, id: string, values: Partial<Insertable<Employees>>) {
  const change = { ...values, version: sql<number>`version + 1` }
  await db.updateTable('employees').set(change).where('id', '=', id).execute()
}
