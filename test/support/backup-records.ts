import { createHash, createSecretKey } from 'node:crypto'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { AuditKey, Keyring } from '#server/audit/keyring.ts'
import { openBackup } from '#server/backup/format.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { type BackupMade, type BackupOptions, writeBackup } from '#server/backup/write-backup.ts'
import { typeParsers } from '#server/database/connection.ts'
import { appRole } from '#server/database/embedded/roles.ts'
import { grantRights } from '#server/database/rights.ts'
import { inSession, migrationsFolder } from './database-server.ts'
import type { TestDatabase } from './test-database.ts'

/** A name that must not be found in an encrypted file. */
export const clientName = 'Zebulon Quillfeather'

type Database = Pick<TestDatabase, 'superuserConnection'>

export const backupKey = 'vJ8s2Qd0KpW4mZx7LrT1'

export const signingKey: AuditKey = { id: 'a0b1c2d3e4f5', secret: createSecretKey(Buffer.alloc(32, 7)) }

/** Adds a super-admin with an open session and link, 200 clients, and notes. */
export async function addRecords(connection: pg.ClientConfig, notes: number): Promise<void> {
  await inSession(connection, (client) =>
    client.query(`
      INSERT INTO employees (first_name, last_name, email, role, password_hash, created_at, updated_at)
        VALUES ('Ada', 'Admin', 'ada@example.org', 'super-admin', 'not a hash', now(), now());
      INSERT INTO sessions (id, employee_id, started_at, active_at, expires_at, device)
        SELECT gen_random_uuid(), id, now(), now(), now() + interval '12 hours', '' FROM employees;
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
      INSERT INTO audit_events (at, action, record_kind, record_id, details, digest)
        SELECT now(), 'added', 'client', id::text, '{"fields": ["firstName", "x\\\\y"]}', '' FROM clients;
    `),
  )
}

/** Seals their rows, for what looks at the hash only. */
export async function addSeal(connection: pg.ClientConfig): Promise<void> {
  const values = "1, now(), '{[1,201)}', '{}', 200, '\\x00', '\\xabcd', 'x'"
  await inSession(connection, (client) => client.query(`INSERT INTO audit_seals SELECT ${values}`))
}

export async function backUp(
  connection: pg.ClientConfig,
  file: string,
  more: Partial<BackupOptions> = {},
): Promise<BackupMade> {
  const options = {
    file,
    key: undefined,
    signingKey,
    migrations: migrationsFolder,
    createdAt: clock(),
    clock,
  }
  const asInProduct = { ...connection, types: typeParsers }
  return await inSession(asInProduct, (owner) => writeBackup(owner, { ...options, ...more }))
}

export async function restore(
  connection: pg.ClientConfig,
  file: string,
  more: Partial<Parameters<typeof restoreBackup>[1]> = {},
) {
  const keys: Keyring = [signingKey]
  const fixed = { keys, operator: 'mia', migrations: migrationsFolder, clock, say: () => {} }
  const options = { file, key: undefined, ...fixed, ...more }
  return await inSession(connection, async (owner) => {
    const restored = await restoreBackup(owner, options)
    await grantRights(owner, appRole)
    return restored
  })
}

/** Reads a whole file and checks its signature. */
export async function readBackup(file: string, key?: string): Promise<void> {
  const { header, nextTable, end, close } = await openBackup(file, { key, keys: [signingKey] })
  try {
    for (const _ of header.tables) for await (const _rows of nextTable());
    await end()
  } finally {
    await close()
  }
}

const clock = () => new Date('2026-06-15T15:00:00Z')

/** Blocks backups of the database at the first note until the returned function is called. */
export async function blockBackups(database: Database): Promise<() => Promise<void>> {
  const blocker = await blockAt(
    database,
    // FORCE applies the policy to the owner, too.
    `CREATE FUNCTION wait_here() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
       IF current_query() LIKE 'COPY%' THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
       RETURN true;
     END $$;
     ALTER TABLE notes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
     CREATE POLICY blocked ON notes USING (wait_here())`,
  )
  let unblocking: Promise<void> | undefined
  const unblock = async () => {
    await blocker.query('SELECT pg_advisory_unlock(1)')
    await blocker.query(`
      ALTER TABLE notes DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
      DROP POLICY blocked ON notes;
      DROP FUNCTION wait_here()`)
    await blocker.end()
  }
  const unblockOnce = () => {
    unblocking ??= unblock()
    return unblocking
  }
  // A test that fails before must not block the next one on the same database.
  onTestFinished(unblockOnce)
  return unblockOnce
}

/** Blocks restores into the database after they have copied the notes, until the returned function is called. */
export async function blockRestores(database: Database): Promise<() => Promise<void>> {
  const blocker = await blockAt(
    database,
    // A restore makes the table itself, in the transaction that fills it.
    `CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       PERFORM pg_advisory_xact_lock_shared(1);
       RETURN NULL;
     END $$;
     CREATE FUNCTION block_notes() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
       IF EXISTS (SELECT FROM pg_event_trigger_ddl_commands() WHERE object_identity = 'public.notes') THEN
         CREATE TRIGGER blocked AFTER INSERT ON notes EXECUTE FUNCTION wait_here();
       END IF;
     END $$;
     CREATE EVENT TRIGGER block_notes ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
       EXECUTE FUNCTION block_notes()`,
  )
  return () => blocker.end()
}

async function blockAt({ superuserConnection }: Database, statements: string): Promise<pg.Client> {
  const blocker = new pg.Client(superuserConnection)
  blocker.on('error', () => {})
  await blocker.connect()
  await blocker.query(`${statements}; SELECT pg_advisory_lock(1)`)
  return blocker
}

/** Count and checksum of each table, except for sessions, links and audit rows that restoring itself changes. */
export async function fingerprint(connection: pg.ClientConfig): Promise<Record<string, string>> {
  return await inSession(connection, async (client) => {
    const { rows: tables } = await client.query(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
    )
    const prints: Record<string, string> = {}
    for (const { name } of tables) {
      if (['migrations', 'sessions', 'account_links'].includes(name)) continue
      const isOld = name === 'audit_events' ? "WHERE record_kind <> 'backup'" : ''
      const { rows } = await client.query(
        `SELECT to_jsonb(t)::text AS line FROM ${pg.escapeIdentifier(name)} t ${isOld}`,
      )
      const lines = rows.map(({ line }) => line).sort()
      prints[name] = `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`
    }
    return prints
  })
}

/** The number of rows in all those tables. */
export async function countAll(connection: pg.ClientConfig): Promise<number> {
  const prints = await fingerprint(connection)
  return Object.values(prints).reduce((sum, print) => sum + Number.parseInt(print, 10), 0)
}
