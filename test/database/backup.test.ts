import { createSecretKey, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Keyring } from '#server/audit/keyring.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { sealOfBackup } from '#server/backup/signature.ts'
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
  restore,
  signingKey,
} from '#test/support/backup-records.ts'
import { errorMessage, forge, forgeries, saysDamaged, unzipsAlike } from '#test/support/damaged-backups.ts'
import { makeFolder } from '#test/support/database-process.ts'
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

/** Reads a whole file and checks its signature, as `verify-audit` does. */
const readBackup = async (file: string, key?: string) =>
  (await sealOfBackup(file, { key, keys: [signingKey] })).doubt

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
  expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
  for (const word of [...clientName.split(' '), 'clients', 'formatVersion'])
    expect(bytes.includes(word), word).toBe(false)
  expect(await fingerprint(restored.connection)).toEqual(before)
  const decrypted = await createTestDatabase('empty')
  expect(
    (await restore(decrypted.connection, secret, { key: backupKey, keys: [otherKey, signingKey] })).doubt,
  ).toBeUndefined()
  expect(await fingerprint(decrypted.connection)).toEqual(before)
})

test('a backup holds every table of the migrations, and names a foreign table', async () => {
  const { connection, pool, ownerDb } = await createTestDatabase()
  const { rows } = await pool.query(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations'",
  )
  await sql`CREATE TABLE of_the_neighbor (number integer)`.execute(ownerDb)
  const warned: string[] = []
  const made = await backUp(connection, makeFile(), { warn: (sentence) => warned.push(sentence) })
  expect(Object.keys(rowsOf(made)).sort()).toEqual(rows.map(({ relname }) => relname).sort())
  expect(warned).toEqual(['Not part of the backup, because this program did not make them: of_the_neighbor.'])
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

test('a backup is signed: one that was forged is rejected, whatever was changed [T347]', async () => {
  const good = fs.readFileSync(plain)
  for (const [what, from, to, sentence] of forgeries) {
    const file = makeFile(good)
    forge(file, from, to)
    expect(await errorMessage(readBackup(file)), what).toContain(sentence)
    if (what !== 'a name') continue
    expect(await errorMessage(restore(empty.connection, file))).toContain(sentence)
    expect(await countAll(empty.connection)).toBe(0)
  }
  const same = makeFile(good)
  forge(same, '', '')
  expect(await readBackup(same)).toBeUndefined()
})

test('a backup that was signed elsewhere is restored, and said to be of unknown origin [T351]', async () => {
  const into = await createTestDatabase('empty')
  expect((await restore(into.connection, plain, { keys: [otherKey] })).doubt).toBe(
    `The origin of ${plain} could not be checked: the key a0b1c2d3e4f5, with which it is signed, is not in the data folder's file audit-keys or AUDIT_KEYS.`,
  )
  const keys: Keyring = [otherKey, signingKey]
  expect(await sealOfBackup(plain, { key: undefined, keys })).toMatchObject({ doubt: undefined })
})

test('a file that may be forged is restored only with --unverified, which leaves a row of its own [T502]', async () => {
  for (const [doubtful, sentence] of [
    [{ keys: [otherKey] as Keyring, hasFormerKeys: true }, 'could not be checked'],
    [{ key: 'a key of the operator' }, 'is not encrypted, but BACKUP_KEY is set'],
  ] as const) {
    const { pool, connection: into } = await createTestDatabase('empty')
    const refusal = await errorMessage(restore(into, plain, doubtful))
    expect(refusal).toContain(sentence)
    expect(refusal).toContain('Nothing was restored. If you are sure where it comes from, add --unverified')
    await restore(into, plain, { ...doubtful, acceptsUnverified: true })
    const { rows } = await pool.query("SELECT action FROM audit_events WHERE record_kind = 'backup'")
    expect(rows).toEqual([{ action: 'restored unverified' }])
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
    `${newest} was created by another version of this program, whose migration 0099-nickname is not the one here. Restore it with that version, or a newer one.`,
  )
  const file = makeFile(fs.readFileSync(plain))
  forge(file, '"formatVersion":1', '"formatVersion":2')
  expect(await errorMessage(readBackup(file))).toContain('by a newer version')
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

test.each([
  ['encrypted', secret, backupKey],
  ['unencrypted', plain, undefined],
])('rejects a flipped byte, a cut-off end and appended bytes, %s', async (_, original, key) => {
  const good = fs.readFileSync(original)
  const size = good.length
  const file = makeFile()
  const expectError = async (content: Buffer, what: string) => {
    fs.writeFileSync(file, content)
    expect(await errorMessage(readBackup(file, key)), what).toMatch(saysDamaged)
  }
  // Each line of the header of an encrypted file; each try derives its key, which is slow.
  const start = [...Array(key ? 4 : 6).keys()].map((n) => n * (key ? 45 : 2))
  for (const place of [...start, Math.floor(size / 2), size - 9, size - 1]) {
    const flipped = Buffer.from(good)
    flipped.writeUInt8(flipped.readUInt8(place) ^ 0xff, place)
    if (key || !unzipsAlike(flipped, good)) await expectError(flipped, `byte ${place}`)
  }
  await expectError(Buffer.concat([good, Buffer.from('more')]), 'appended')
  for (const length of [40, size / 2, size - 1]) {
    await expectError(good.subarray(0, length), `cut at ${length}`)
  }
  // Noticed after all rows were copied, which is undone.
  expect(await errorMessage(restore(empty.connection, file, key ? { key } : {}))).toMatch(saysDamaged)
  expect(await countAll(empty.connection)).toBe(0)
  expect(await readBackup(original, key)).toBeUndefined()
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
  expect(await readBackup(file)).toBeUndefined()
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
  await database.pool.query("UPDATE clients SET phone = '6125550199'")
  await expect(database.pool.query('DELETE FROM audit_events')).rejects.toMatchObject({ code: '42501' })
  const { tables } = await database.asOwner((owner) => writeBackup(owner, { ...options, file: makeFile() }))
  expect(tables).toContainEqual(expect.objectContaining({ name: 'clients', rows: 200 }))
  await database.close()
})
