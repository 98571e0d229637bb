import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startPrivateDatabase } from '#server/database/embedded/private-database.ts'
import { appRole, ownerRole } from '#server/database/embedded/roles.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { makeUsedFolder } from '#test/support/database-process.ts'
import { inSession, migrationsFolder } from '#test/support/database-server.ts'
import { forbidden, forbiddenToApp } from '#test/support/forbidden-to-app.ts'

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
  const { pools, asOwner } = await open(await makeUsedFolder())
  const pool = pools.reads
  await pool.query(addRow)
  for (const statement of forbiddenToApp)
    await expect(pool.query(statement), statement).rejects.toMatchObject(forbidden)
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

test('a role that changed its own password locks nobody out: each start sets it again [T509]', async () => {
  const dataDir = await makeUsedFolder()
  const first = await open(dataDir)
  await first.pools.reads.query("ALTER ROLE stable_housing PASSWORD 'changed by an attacker'")
  await first.close()
  const { reads: pool } = (await open(dataDir)).pools
  await expect(pool.query('SELECT 1')).resolves.toBeDefined()
})

test('the app’s password opens no other role, and no superuser is logged in after the start [T510]', async () => {
  const dataDir = await makeUsedFolder()
  const database = await startPrivateDatabase({ dataDir, mode: 'server', progress: () => {} })
  onTestFinished(() => database.stop())
  const { connection, ownerConnection, superuserConnection } = database
  for (const { user } of [ownerConnection, superuserConnection]) {
    const guess = new pg.Client({ ...connection, user })
    await expect(guess.connect()).rejects.toMatchObject({ code: '28P01' })
  }
  await inSession(superuserConnection, async (admin) => {
    const signedIn = async () => {
      const { rows } = await admin.query(
        `SELECT DISTINCT usename FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      )
      return rows
    }
    // PostgreSQL ends a session a moment after its client has closed the connection.
    await expect.poll(signedIn).toEqual([{ usename: ownerRole }])
  })
})
