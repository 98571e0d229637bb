import { createHash } from 'node:crypto'
import pg from 'pg'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { type BackupMade, type BackupOptions, writeBackup } from '#server/backup/write-backup.ts'
import { appRole } from '#server/database/embedded/roles.ts'
import { grantRights } from '#server/database/migrate.ts'
import { inSession, migrationsFolder } from './database-server.ts'
import { root } from './source-tree.ts'
import type { TestDatabase } from './test-database.ts'

/** A client whose name must not be found in an encrypted file. */
export const clientName = 'Zebulon Quillfeather'

export const backupKey = 'vJ8s2Qd0KpW4mZx7LrT1'

/** A super-admin with an open session and link, 200 clients and as many notes as wanted. */
export async function addRecords(connection: pg.ClientConfig, notes: number): Promise<void> {
  await inSession(connection, (client) =>
    client.query(`
      INSERT INTO employees (first_name, last_name, email, role, password_hash, created_at, updated_at)
        VALUES ('Ada', 'Admin', 'ada@example.org', 'super-admin', 'not a hash', now(), now());
      INSERT INTO sessions SELECT gen_random_uuid(), id, now(), now(), now() + interval '12 hours' FROM employees;
      INSERT INTO account_links (employee_id, kind, token_hash, created_at, expires_at)
        SELECT id, 'reset', '\\x00ff0a5c', now(), now() + interval '1 hour' FROM employees;
      INSERT INTO clients (first_name, last_name, status, service, email, phone, address, date_of_birth, created_at, updated_at)
        SELECT split_part('${clientName}', ' ', 1), split_part('${clientName}', ' ', 2) || n, 'active', 'Housing',
          'c' || n || '@example.org', '6125550100', E'1 Main\\tStreet\\\\\\n\\\\.\\nApt é 🏠', '0099-01-31', now(), now()
        FROM generate_series(1, 200) n;
      INSERT INTO client_status_changes (client_id, to_status, changed_at) SELECT id, 'active', now() FROM clients;
      INSERT INTO notes (client_id, text, author_email, created_at, edited_by_email)
        SELECT (SELECT id FROM clients ORDER BY id LIMIT 1), md5(n::text) || repeat(md5((n * 7)::text), 10), 'ada@example.org', now(), nullif(n % 2, 0)
        FROM generate_series(1, ${notes}) n;
      INSERT INTO audit_events (at, action, record_kind, record_id, details)
        SELECT now(), 'added', 'client', id::text, '{"fields": ["firstName", "x\\\\y"]}' FROM clients;
    `),
  )
}

export async function backUp(
  connection: pg.ClientConfig,
  file: string,
  more: Partial<BackupOptions> = {},
): Promise<BackupMade> {
  const wanted = { file, key: undefined, root, migrations: migrationsFolder, clock }
  return await inSession(connection, (owner) => writeBackup(owner, { ...wanted, ...more }))
}

export async function restore(
  connection: pg.ClientConfig,
  file: string,
  more: { key?: string; migrations?: string } = {},
) {
  const wanted = { file, key: undefined, migrations: migrationsFolder, clock, say: () => {}, ...more }
  return await inSession(connection, async (owner) => {
    const restored = await restoreBackup(owner, wanted)
    await grantRights(owner, appRole)
    return restored
  })
}

const clock = () => new Date('2026-06-15T15:00:00Z')

/**
 * Whoever copies the notes out of this database waits at the first one, until the function that is answered is called:
 * what happens in the middle of a backup happens there, however fast it is.
 */
export async function holdBackups({
  superuserConnection,
}: Pick<TestDatabase, 'superuserConnection'>): Promise<() => Promise<void>> {
  const holder = new pg.Client(superuserConnection)
  holder.on('error', () => {})
  await holder.connect()
  // Of the owner's own reading, too, rows are only what a policy leaves.
  await holder.query(`
    CREATE FUNCTION waited() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
      IF current_query() LIKE 'COPY%' THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
      RETURN true;
    END $$;
    ALTER TABLE notes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
    CREATE POLICY held ON notes USING (waited());
    SELECT pg_advisory_lock(1)`)
  return async () => {
    await holder.query('SELECT pg_advisory_unlock(1)')
    await holder.query(`
      ALTER TABLE notes DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
      DROP POLICY held ON notes;
      DROP FUNCTION waited()`)
    await holder.end()
  }
}

/** Count and checksum of each table, without what restoring itself does: it ends sessions and adds an audit row. */
export async function fingerprint(connection: pg.ClientConfig): Promise<Record<string, string>> {
  return await inSession(connection, async (client) => {
    const { rows: tables } = await client.query(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
    )
    const prints: Record<string, string> = {}
    for (const { name } of tables) {
      if (['migrations', 'sessions', 'account_links'].includes(name)) continue
      const isOld = name === 'audit_events' ? "WHERE action <> 'restored'" : ''
      const { rows } = await client.query(
        `SELECT to_jsonb(t)::text AS line FROM ${pg.escapeIdentifier(name)} t ${isOld}`,
      )
      const lines = rows.map(({ line }) => line).sort()
      prints[name] = `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`
    }
    return prints
  })
}

/** Rows in any table but the record of migrations. */
export async function countAll(connection: pg.ClientConfig): Promise<number> {
  const prints = await fingerprint(connection)
  return Object.values(prints).reduce((sum, print) => sum + Number.parseInt(print, 10), 0)
}
