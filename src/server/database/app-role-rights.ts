import type pg from 'pg'
import { inMigrationLock } from './migrate.ts'

/** Tables to which the app's role may only add rows. Where that role owns the tables, their triggers refuse changes. */
const appendOnlyTables = ['audit_events', 'audit_links']

/** What the app may read but never write: the record of migrations. */
const readOnlyTables = ['migrations']

/** Gives the app's role what it needs on the owner's tables, after every migration: tables may be new. */
export async function grantRights(owner: pg.Client, role: string): Promise<void> {
  await inMigrationLock(owner, () => grantWithin(owner, role))
}

/** The same inside the caller's transaction, which holds the migration lock. */
export async function grantWithin(owner: pg.Client, role: string): Promise<void> {
  const to = owner.escapeIdentifier(role)
  const { rows } = await owner.query<{ schema: string }>('SELECT current_schema() AS schema')
  const schema = owner.escapeIdentifier(rows[0]?.schema ?? 'public')
  await owner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${to}`)
  await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to}`)
  await owner.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to}`)
  await revoke(owner, appendOnlyTables, 'UPDATE, DELETE, TRUNCATE', to)
  await revoke(owner, readOnlyTables, 'INSERT, UPDATE, DELETE, TRUNCATE', to)
}

async function revoke(owner: pg.Client, tables: string[], rights: string, from: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND relname = ANY ($1)`,
    [tables],
  )
  for (const { name } of rows)
    await owner.query(`REVOKE ${rights} ON ${owner.escapeIdentifier(name)} FROM ${from}`)
}
