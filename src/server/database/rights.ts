import type pg from 'pg'
import { withMigrationLock } from './migrate.ts'
import type { Database } from './tables.ts'

/**
 * What the app's role may do besides reading: what the program does. Rows that go with their record need no right, because
 * the references of the owner remove them. If the app's role owns the tables, only the triggers of the audit trail refuse
 * changes.
 */
export const rights: Record<keyof Database, string> = {
  account_links: 'INSERT, UPDATE, DELETE',
  // Not the id, which would collide with that of a later row.
  audit_events:
    'INSERT (at, actor_id, actor_role, action, record_kind, record_id, details, digest, session_id, network, request_id)',
  audit_seals: 'INSERT',
  authorizations: 'INSERT, UPDATE',
  // A merge moves what is about a client.
  client_assignments: 'INSERT, UPDATE (ended_at, client_id)',
  client_imports: 'INSERT, UPDATE (undone_at)',
  client_merges: 'INSERT, UPDATE (client_id, undone_at, undone_by)',
  client_record_versions: 'INSERT, UPDATE (client_id)',
  client_status_changes: 'INSERT, UPDATE (happened_on, reason, client_id)',
  clients: 'INSERT, UPDATE, DELETE',
  contact_messages: 'INSERT, UPDATE (read_at, version, deleted_at, deleted_by), DELETE',
  deck_completions: 'INSERT, DELETE',
  disclosures: 'INSERT, UPDATE (client_id)',
  drafts: 'INSERT, UPDATE, DELETE',
  employees: 'INSERT, UPDATE, DELETE',
  file_pieces: 'INSERT',
  files: 'INSERT, UPDATE (name, paper_id, version, deleted_at, deleted_by, client_id), DELETE',
  follow_ups: 'INSERT, UPDATE',
  former_emails: 'INSERT, UPDATE, DELETE',
  goals: 'INSERT, UPDATE',
  homes: 'INSERT, UPDATE',
  idempotency_keys: 'INSERT, UPDATE, DELETE',
  known_sources: 'INSERT, UPDATE, DELETE',
  last_notes: 'INSERT, UPDATE, DELETE',
  note_reviews: 'INSERT, UPDATE',
  // Deleting and restoring a note carries its signature over to the new version.
  note_signatures: 'INSERT, UPDATE (version)',
  note_versions: 'INSERT',
  notes: 'INSERT, UPDATE, DELETE',
  outbox: 'INSERT, UPDATE, DELETE',
  papers: 'INSERT, UPDATE',
  passkeys: 'INSERT, UPDATE (name, counter, synced, used_at), DELETE',
  people: 'INSERT, UPDATE',
  served_goals: 'INSERT, DELETE',
  sessions: 'INSERT, UPDATE, DELETE',
  throttling: 'INSERT, UPDATE, DELETE',
}

/** Grants the app's role these rights and no others. Needed after every migration, because tables may be new. */
export async function grantRights(owner: pg.Client, role: string): Promise<void> {
  const to = owner.escapeIdentifier(role)
  await withMigrationLock(owner, async () => {
    const { rows } = await owner.query<{ schema: string; database: string; tables: (keyof Database)[] }>(
      `SELECT quote_ident(current_schema()) AS schema, quote_ident(current_database()) AS database,
         ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()) AS tables`,
    )
    for (const { schema, database, tables } of rows) {
      await owner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${to}`)
      for (const all of [`TABLES IN SCHEMA ${schema}`, `SEQUENCES IN SCHEMA ${schema}`]) {
        await owner.query(`REVOKE ALL ON ALL ${all} FROM ${to}`)
        await owner.query(`GRANT SELECT ON ALL ${all} TO ${to}`)
      }
      for (const table of tables)
        if (rights[table]) await owner.query(`GRANT ${rights[table]} ON ${table} TO ${to}`)
      // A temporary table named audit_events would receive the audit rows. Only a database's owner can revoke this right.
      await owner.query(`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`)
    }
  })
}
