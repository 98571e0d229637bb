import { createSecretKey, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Keyring } from '#server/audit/keyring.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { type BackupMade, writeBackup } from '#server/backup/write-backup.ts'
import { openDatabase } from '#server/database/open-database.ts'
import {
  addRecords,
  addSeal,
  backUp,
  backupKey,
  blockBackups,
  clientName,
  countAll,
  fingerprint,
  readBackup,
  restore,
  signingKey,
} from '#test/support/backup-records.ts'
import { errorMessage, forge } from '#test/support/damaged-backups.ts'
import { makeFolder, until } from '#test/support/database-process.ts'
import { inSession, migrationsFolder, urlOf } from '#test/support/database-server.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

/** Backed up once, for all tests: into files that are larger than what is read of them at once. */
const source = await createTestDatabase()
await addRecords(source.connection, 500)
// Digests can hardly be packed.
await sql`UPDATE notes SET text = (SELECT string_agg(md5(notes.id::text || n), '') FROM generate_series(1, 30) n)`.execute(
  source.ownerDb,
)
await addSeal(source.connection)
const before = await fingerprint(source.connection)
const folder = fs.mkdtempSync(path.join(tmpdir(), 'stable-housing-backups-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))
const plain = path.join(folder, 'plain.backup')
const secret = path.join(folder, 'encrypted.backup')
const otherKey = { id: 'ffffffffffff', secret: createSecretKey(randomBytes(32)) }
/** Bytes: more than Node.js reads of a file at once, two parts of 64 KiB. */
const readAtOnce = 3 * 64 * 1024
const made = await backUp(source.connection, plain)
const madeSecret = await backUp(source.connection, secret, { key: backupKey })

/** No restore into it succeeds. */
const empty = await createTestDatabase('empty')
const restored = await createTestDatabase('empty')
beforeAll(() => restore(restored.connection, plain))

function makeFile(content?: Buffer): string {
  const parent = makeFolder('backups')
  fs.mkdirSync(parent)
  const file = path.join(parent, 'today.backup')
  if (content) fs.writeFileSync(file, content)
  return file
}

const rowsOf = ({ tables }: BackupMade) => Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))

test('a restore brings back every value, and an encrypted file holds no name in the clear [T372]', async () => {
  expect(rowsOf(made)).toMatchObject({ clients: 200, notes: 500 })
  for (const [file, { bytes }] of [
    [plain, made],
    [secret, madeSecret],
  ] as const) {
    expect(fs.statSync(file)).toMatchObject({ size: bytes })
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  }
  expect(fs.readdirSync(folder).toSorted()).toEqual(['encrypted.backup', 'plain.backup'])
  const bytes = fs.readFileSync(secret)
  expect(bytes.subarray(161, 183).toString()).toBe('age-encryption.org/v1\n')
  for (const word of [...clientName.split(' '), 'clients', 'newestSeal'])
    expect(bytes.includes(word), word).toBe(false)
  expect(await fingerprint(restored.connection)).toEqual(before)
  const decrypted = await createTestDatabase('empty')
  const { isVerified } = await restore(decrypted.connection, secret, {
    key: backupKey,
    keys: [otherKey, signingKey],
  })
  expect(isVerified).toBe(true)
  expect(await fingerprint(decrypted.connection)).toEqual(before)
})

test('a restored database has every index and every constraint of the one that was backed up', async () => {
  const partsOf = async ({ ownerDb }: typeof source) => {
    const { rows } = await sql<{ name: string; definition: string }>`
      SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      JOIN pg_class ON pg_class.oid = indexrelid
      WHERE relnamespace = current_schema()::regnamespace AND indisvalid
      UNION ALL
      SELECT conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = current_schema()::regnamespace AND convalidated ORDER BY 1, 2`.execute(ownerDb)
    return rows
  }
  const parts = await partsOf(restored)
  expect(parts).toEqual(await partsOf(source))
  const names = parts.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['employees_email', 'notes.notes_client_id_fkey']))
})

test('a backup holds every table of the migrations, and names foreign tables, also one called like a column of ours', async () => {
  const { connection, pool, ownerDb } = await createTestDatabase()
  const { rows } = await pool.query(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations'",
  )
  await sql`CREATE TABLE of_the_neighbor (number integer)`.execute(ownerDb)
  await sql`CREATE TABLE email (number integer)`.execute(ownerDb)
  const warned: string[] = []
  const made = await backUp(connection, makeFile(), { warn: (sentence) => warned.push(sentence) })
  expect(Object.keys(rowsOf(made)).sort()).toEqual(rows.map(({ relname }) => relname).sort())
  expect(warned).toEqual([
    'Not part of the backup, because this program did not make them: email, of_the_neighbor.',
  ])
})

test('a backup taken while others write holds only whole transactions [T346]', async () => {
  const { connection, pool } = await createTestDatabase()
  await addRecords(connection, 2_000)
  let isDone = false
  const keepWriting = async () => {
    for (let n = 0; !isDone; n += 1)
      await pool.query(`
      BEGIN;
      INSERT INTO clients (first_name, last_name, service, email, phone, address, date_of_birth, created_at, updated_at)
        VALUES ('Late', '${n}', 'x', 'x', 'x', 'x', '2000-01-01', now(), now());
      INSERT INTO client_status_changes (client_id, changed_at) SELECT id, now() FROM clients WHERE first_name = 'Late' AND last_name = '${n}' LIMIT 1;
      INSERT INTO notes (client_id, text, author_email, created_at) SELECT client_id, 'late', 'x', now() FROM client_status_changes ORDER BY id DESC LIMIT 1;
      COMMIT`)
  }
  const writing = keepWriting()
  const count = async () => (await pool.query("SELECT count(*) FROM notes WHERE text = 'late'")).rows[0].count
  while ((await count()) < 5) await pause(5)
  const file = makeFile()
  const made = await backUp(connection, file)
  const after = await count()
  isDone = true
  await writing
  const target = await createTestDatabase('empty')
  await restore(target.connection, file)
  const { rows } = await target.pool.query(
    `SELECT (SELECT count(*) FROM clients WHERE first_name = 'Late') AS clients, (SELECT count(*) FROM notes WHERE text = 'late') AS notes,
       (SELECT count(*) FROM client_status_changes WHERE to_status IS NULL) AS changes`,
  )
  const [{ clients, notes, changes }] = rows
  expect([notes, changes]).toEqual([clients, clients])
  expect(rowsOf(made).clients).toBe(200 + clients)
  expect(clients).toBeGreaterThanOrEqual(5)
  expect(clients).toBeLessThanOrEqual(after)
})

test('a restore ends sessions and links, continues numbering, and its audit row names the operator and the backup [T352]', async () => {
  const { pool } = restored
  const ended = [{ open: 0, reason: 'restored from a backup' }]
  for (const table of ['sessions', 'account_links']) {
    const { rows } = await pool.query(
      `SELECT count(*) FILTER (WHERE ended_at IS NULL) AS open, min(end_reason) AS reason FROM ${table}`,
    )
    expect(rows).toEqual(ended)
  }
  const { rows } = await pool.query(
    "SELECT id, record_kind, details FROM audit_events WHERE action = 'restored'",
  )
  const details = { operator: 'mia', backup: '2026-06-15T15:00:00.000Z', count: 1_104 }
  expect(rows).toEqual([{ id: 201, record_kind: 'backup', details }])
})

test('taking a backup leaves an audit row that names the operator, and no file without that row [T348]', async () => {
  const { connection, pool, ownerDb } = await createTestDatabase()
  await backUp(connection, makeFile(), { operator: 'mia' })
  const { rows } = await pool.query('SELECT action, record_kind, details FROM audit_events')
  const details = { operator: 'mia', backup: '2026-06-15T15:00:00.000Z' }
  expect(rows).toEqual([{ action: 'made', record_kind: 'backup', details }])

  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'no room' USING ERRCODE = '53100'; END $$`.execute(ownerDb)
  await sql`CREATE TRIGGER refused BEFORE INSERT ON audit_events EXECUTE FUNCTION refuse()`.execute(ownerDb)
  const file = makeFile()
  expect(await errorMessage(backUp(connection, file))).toMatch(
    /^The database's disk is full: .* Free some space/,
  )
  expect(fs.readdirSync(path.dirname(file))).toEqual([])
})

test('a backup is signed: a forged one is rejected, and leaves no row [T347]', async () => {
  for (const [from, to] of [
    ['Zebulon', 'Forgery'],
    ['2026-06-15T15', '2026-06-16T15'],
    ['', ''],
  ] as const) {
    const file = makeFile(fs.readFileSync(plain))
    await forge(file, from, to)
    expect(await errorMessage(restore(empty.connection, file))).toBe(
      `${file} is damaged or was changed after it was made, and was not used. Choose another backup.`,
    )
    expect(await countAll(empty.connection)).toBe(0)
  }
  await readBackup(plain)
})

test('a backup that was signed elsewhere is restored only with --unverified, which leaves a row of its own [T502]', async () => {
  const { pool, connection } = await createTestDatabase('empty')
  const keys: Keyring = [otherKey]
  expect(await errorMessage(restore(connection, plain, { keys }))).toBe(
    `The origin of ${plain} could not be checked: it is not signed with a key in the data folder's file audit-keys or in AUDIT_KEYS. Append the lines of the audit-keys file of the server that made it. Without them, only "restore --unverified" reads it, which is entered in the audit trail.`,
  )
  expect(await countAll(connection)).toBe(0)
  expect(await restore(connection, plain, { keys, acceptsUnverified: true })).toMatchObject({
    isVerified: false,
  })
  const { rows } = await pool.query("SELECT action FROM audit_events WHERE record_kind = 'backup'")
  expect(rows).toEqual([{ action: 'restored unverified' }])
})

test('prints nothing of an unverified file that names what is not in the schema, and no stack [T1110]', async () => {
  for (const [from, to] of [
    ['"name":"notes"', '"name":"\\u001b[31mpwned"'],
    ['"name":"notes"', '"name":""'],
    ['"name":"notes"', '"name":"pg_class"'],
    ['"name":"notes"', '"name":"pg_stat_activity"'],
    ['"name":"notes"', '"name":"migrations"'],
    ['"name":"notes"', '"name":"\\u0000"'],
    ['"columns":["id"', '"columns":["\\u0000"'],
    ['"columns":["id"', '"columns":["tableoid"'],
    ['"columns":["id"', '"columns":["id","id"'],
    ['"columns":["id"', '"columns":["pwned"'],
    ['"migrations":[{"name":"', '"migrations":[{"name":"pwned'],
  ] as const) {
    const file = makeFile(fs.readFileSync(plain))
    await forge(file, from, to)
    const message = await errorMessage(
      restore(empty.connection, file, { keys: [otherKey], acceptsUnverified: true }),
    )
    expect(message.replace(file, '')).toMatch(/^ (is damaged or was changed|was created by another version)/)
    expect(message).not.toContain('pwned')
    expect(await countAll(empty.connection)).toBe(0)
  }
})

test('a backup can be restored into a newer release, but not into an older one', async () => {
  const newer = newerRelease()
  const target = await createTestDatabase()
  await restore(target.connection, plain, { migrations: newer })
  const { rows } = await target.pool.query('SELECT DISTINCT nickname FROM clients')
  expect(rows).toEqual([{ nickname: 'Zebulon' }])

  const newest = makeFile()
  await backUp(target.connection, newest, { migrations: newer })
  expect(await errorMessage(restore(empty.connection, newest))).toBe(
    `${newest} was created by another version of this program. Restore it with that version, or a newer one.`,
  )
  expect(await countAll(empty.connection)).toBe(0)
})

test('refuses to restore into a database with records or foreign objects, and leaves it as it was [T350]', async () => {
  const { connection } = source
  for (const { bytes } of [made, madeSecret]) expect(bytes).toBeGreaterThan(readAtOnce)
  expect(await errorMessage(restore(connection, plain))).toMatch(
    /^The database is not empty: it holds records in .*employees \(1\), .*clients \(200\).*Nothing was restored\. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database\.$/,
  )
  expect(await fingerprint(connection)).toEqual(before)
  const shared = await createTestDatabase('empty')
  await sql`CREATE TABLE of_the_neighbor (number integer)`.execute(shared.ownerDb)
  expect(await errorMessage(restore(shared.connection, plain))).toContain(
    'The database has tables of another program: of_the_neighbor.',
  )
  const viewed = await createTestDatabase()
  await sql`CREATE VIEW of_the_neighbor AS SELECT * FROM clients`.execute(viewed.ownerDb)
  expect(await errorMessage(restore(viewed.connection, plain))).toContain('depend on its tables')
})

test('rejects a wrong key, a missing key and a file that is no backup, and leaves the database empty', async () => {
  const file = makeFile(fs.readFileSync(secret))
  const { connection: into } = empty
  expect(await errorMessage(restore(into, file))).toContain('is encrypted. Set BACKUP_KEY')
  expect(await errorMessage(restore(into, file, { key: 'another key altogether' }))).toContain(
    'BACKUP_KEY does not open',
  )
  for (const content of ['', 'x', 'not a backup at all, but a letter to the landlord']) {
    fs.writeFileSync(file, content)
    expect(await errorMessage(restore(into, file))).toContain('is not a backup of this program')
  }
  expect(await errorMessage(restore(into, `${file}-nowhere`))).toContain('does not exist')
  expect(await errorMessage(restore(into, path.dirname(file)))).toContain('is a folder')
  expect(await countAll(into)).toBe(0)
})

test('never replaces an existing file, and explains a missing folder', async () => {
  const { connection } = source
  const file = makeFile(Buffer.from('precious'))
  expect(await errorMessage(backUp(connection, file))).toContain('already exists')
  expect(fs.readFileSync(file, 'utf8')).toBe('precious')
  expect(await errorMessage(backUp(connection, path.join(file, 'below')))).toContain('does not exist')
  expect(await errorMessage(backUp(connection, path.join(path.dirname(file), 'no/where')))).toContain(
    'does not exist, or its folder does not',
  )
  expect(await errorMessage(backUp(connection, path.join(path.dirname(file), 'x'.repeat(300))))).toMatch(
    /can't be used: name too long. Choose another place.$/,
  )
})

test('of two backups to one name at once one succeeds, and the other leaves nothing', async () => {
  const { connection, ownerDb, superuserConnection } = source
  const file = makeFile()
  const unblock = await blockBackups(source)
  const first = errorMessage(backUp(connection, file))
  await untilWaiting(ownerDb)
  // Holds up the first one only.
  await inSession(superuserConnection, (client) =>
    client.query("CREATE OR REPLACE FUNCTION wait_here() RETURNS boolean LANGUAGE sql AS 'SELECT true'"),
  )
  await backUp(connection, file)
  await unblock()
  expect(await first).toContain('already exists')
  expect(fs.readdirSync(path.dirname(file))).toEqual(['today.backup'])
  await readBackup(file)
})

/** Makes a folder of the migrations and one more, which adds a column to clients. */
function newerRelease(): string {
  const folder = makeFolder('migrations')
  fs.cpSync(migrationsFolder, folder, { recursive: true })
  fs.writeFileSync(
    path.join(folder, '0099-nickname.sql'),
    'ALTER TABLE clients ADD COLUMN nickname text; UPDATE clients SET nickname = first_name;',
  )
  return folder
}

test('a start that migrates waits for a running backup, and says so [T1111]', async () => {
  const database = await createTestDatabase()
  const unblock = await blockBackups(database)
  const file = makeFile()
  await addRecords(database.connection, 1)
  const running = backUp(database.connection, file)
  await untilWaiting(database.ownerDb)
  const said: string[] = []
  const opening = openDatabase(
    { kind: 'external', url: database.connectionString },
    {
      progress: (sentence) => void said.push(sentence),
      log: { info: () => {}, warn: () => {}, error: () => {} },
      migrations: newerRelease(),
    },
  )
  onTestFinished(async () => (await opening).close())
  await until(() => said.length === 2)
  expect(said).toEqual([
    'Migrating the database: 0099-nickname.',
    'A backup is being made. The migration waits for its end …',
  ])
  await unblock()
  await running
  await opening
  const { rows } = await database.pool.query('SELECT DISTINCT nickname FROM clients')
  expect(rows).toEqual([{ nickname: 'Zebulon' }])
})

test('asks for DATABASE_OWNER_URL when the role does not own the tables', async () => {
  const { superuserConnection, connection } = await createTestDatabase()
  await inSession(superuserConnection, (client) => client.query('ALTER TABLE migrations OWNER TO postgres'))
  expect(await errorMessage(backUp(connection, makeFile()))).toContain('Set DATABASE_OWNER_URL')
})

test('with a separate app role the owner restores, and the app can use the tables', async () => {
  const target = await createTestDatabase()
  const role = `app_${randomBytes(4).toString('hex')}`
  await inSession(target.superuserConnection, (client) =>
    client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'of the app'`),
  )
  onTestFinished(() =>
    inSession(target.superuserConnection, async (client) => {
      await client.query(`DROP OWNED BY ${role}`)
      await client.query(`DROP ROLE ${role}`)
    }),
  )

  const database = await openDatabase(
    {
      kind: 'external',
      url: urlOf({ ...target.connection, user: role, password: 'of the app' }),
      ownerUrl: target.connectionString,
    },
    {
      progress: () => {},
      log: { info: () => {}, warn: () => {}, error: () => {} },
      migrations: migrationsFolder,
      migrated: false,
    },
  )
  const keys: Keyring = [signingKey]
  const options = { key: undefined, migrations: migrationsFolder, clock: () => new Date(), signingKey, keys }
  await database.asOwner(async (owner) => {
    await restoreBackup(owner, { ...options, file: plain, operator: 'mia', say: () => {} })
    await database.grantRights(owner)
  })
  expect(await fingerprint(target.connection)).toEqual(before)
  await database.pools.reads.query("UPDATE clients SET phone = '6125550199'")
  await expect(database.pools.reads.query('DELETE FROM audit_events')).rejects.toMatchObject({
    code: '42501',
  })
  const { tables } = await database.asOwner((owner) =>
    writeBackup(owner, { ...options, createdAt: new Date(), file: makeFile() }),
  )
  expect(tables).toContainEqual(expect.objectContaining({ name: 'clients', rows: 200 }))
  await database.close()
})
