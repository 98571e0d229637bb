import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startPrivateDatabase } from '#server/database/embedded/private-database.ts'
import { appRole, ownerRole } from '#server/database/embedded/roles.ts'
import { canReach, serviceAccount } from '#server/database/embedded/service-account.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { makeFolder, startDatabaseProcess } from '#test/support/database-process.ts'
import { inSession, migrationsFolder } from '#test/support/database-server.ts'

const quiet = {
  progress: () => {},
  log: { info() {}, warn() {}, error() {} },
  migrations: migrationsFolder,
}
const addRow =
  "INSERT INTO audit_events (at, action, record_kind, record_id, digest) VALUES (now(), 'sign-in', 'employee', 'a', '')"

async function open(dataDir: string) {
  const database = await openDatabase({ kind: 'embedded', dataDir }, quiet)
  onTestFinished(() => database.close())
  return database
}

test('the app’s role can add to the audit trail, but not change it or what protects it [T435]', async () => {
  const { pool, asOwner } = await open(makeFolder())
  await pool.query(addRow)
  for (const statement of [
    "UPDATE audit_events SET action = 'x'",
    'DELETE FROM audit_events',
    'TRUNCATE audit_events',
    'DROP TABLE audit_events CASCADE',
    'ALTER TABLE audit_events DISABLE TRIGGER user',
    'ALTER TABLE audit_events RENAME TO gone',
    'CREATE TRIGGER quiet BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    "INSERT INTO audit_events (id, at, action, record_kind, digest) OVERRIDING SYSTEM VALUE VALUES (9, now(), 'x', 'y', '')",
    "SELECT setval('audit_events_id_seq', 77)",
    'UPDATE audit_seals SET seq = seq + 1',
    'DELETE FROM audit_seals',
    'TRUNCATE audit_seals',
    'DROP TABLE audit_seals CASCADE',
    'ALTER TABLE audit_seals DISABLE TRIGGER user',
    'DELETE FROM migrations',
    "SET session_replication_role = 'replica'",
    `SET ROLE ${ownerRole}`,
    'CREATE TABLE mine (number integer)',
    'CREATE TEMP TABLE audit_events (LIKE public.audit_events)',
    'CREATE EXTENSION file_fdw',
  ])
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  const { rows } = await pool.query('SELECT record_id FROM audit_events')
  expect(rows).toEqual([{ record_id: 'a' }])
  expect(await ownedByApp(pool)).toBe(0)
  // The owner may, but for the triggers that guard the tables.
  await expect(asOwner((owner) => owner.query('DELETE FROM audit_events'))).rejects.toThrow('append-only')
})

/** How many objects, of whatever kind, belong to the app's role. */
async function ownedByApp(client: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::integer AS count FROM pg_shdepend
     WHERE refobjid = $1::regrole AND deptype = 'o'`,
    [appRole],
  )
  return rows[0].count
}

const root = path.resolve(import.meta.dirname, '../..')

test.runIf(process.getuid?.() === 0 && canReach(serviceAccount(), path.join(root, 'src', 'x')))(
  'an ordinary user can make, use and stop a private database [T483]',
  async () => {
    const { uid, gid } = serviceAccount()
    const dataDir = makeFolder('home/data', { uid, gid })
    const settings = { kind: 'embedded', dataDir } as const
    const first = startDatabaseProcess(settings, { account: { uid, gid } })
    await first.up
    await first.kill('SIGKILL')
    const second = startDatabaseProcess(settings, { account: { uid, gid } })
    await second.up
    expect(await second.kill('SIGTERM')).toBe(0)
  },
)

test('a role that changed its own password locks nobody out: each start sets it again [T509]', async () => {
  const dataDir = makeFolder()
  const first = await open(dataDir)
  await first.pool.query("ALTER ROLE stable_housing PASSWORD 'changed by an attacker'")
  await first.close()
  const { pool } = await open(dataDir)
  await expect(pool.query('SELECT 1')).resolves.toBeDefined()
})

test('the app’s password opens no other role, and no superuser is logged in after the start [T510]', async () => {
  const database = await startPrivateDatabase({ dataDir: makeFolder(), mode: 'server', progress: () => {} })
  onTestFinished(() => database.stop())
  const { connection, ownerConnection, superuserConnection } = database
  for (const { user } of [ownerConnection, superuserConnection]) {
    const guess = new pg.Client({ ...connection, user })
    await expect(guess.connect()).rejects.toMatchObject({ code: '28P01' })
  }
  const { rows } = await inSession(superuserConnection, (admin) =>
    admin.query(
      `SELECT DISTINCT usename FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    ),
  )
  expect(rows).toEqual([{ usename: ownerRole }])
})
