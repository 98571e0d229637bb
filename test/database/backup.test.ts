import { createSecretKey, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Keyring } from '#server/audit/keyring.ts'
import { TableSum } from '#server/backup/format.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { type BackupMade, writeBackup } from '#server/backup/write-backup.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { OperatorError } from '#server/operator-error.ts'
import {
  addRecords,
  backUp,
  backupKey,
  clientName,
  countAll,
  fingerprint,
  restore,
  signingKey,
} from '#test/support/backup-records.ts'
import { makeFolder } from '#test/support/database-process.ts'
import { inSession, migrationsFolder } from '#test/support/database-server.ts'
import { createTestDatabase, urlOf } from '#test/support/test-database.ts'

async function createFilledDatabase(notes = 100) {
  const database = await createTestDatabase()
  await addRecords(database.connection, notes)
  return database
}

function makeFile(name = 'today.backup'): string {
  const folder = makeFolder('backups')
  fs.mkdirSync(folder)
  return path.join(folder, name)
}

const rowsOf = ({ tables }: BackupMade) => Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))

async function errorMessage(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason) => reason)
  if (error instanceof OperatorError) return error.message
  throw new Error('It did not fail with an operator error', { cause: error })
}

test('a restore brings back every value, and an encrypted file holds no name in the clear [T372]', async () => {
  const { connection } = await createFilledDatabase()
  const before = await fingerprint(connection)
  for (const key of [undefined, backupKey]) {
    const file = makeFile()
    const made = await backUp(connection, file, { key })
    expect(rowsOf(made)).toMatchObject({ clients: 200, notes: 100 })
    expect(fs.statSync(file)).toMatchObject({ size: made.bytes })
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(path.dirname(file))).toEqual(['today.backup'])
    if (key) {
      const bytes = fs.readFileSync(file)
      expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
      for (const word of [...clientName.split(' '), 'clients', 'formatVersion'])
        expect(bytes.includes(word), word).toBe(false)
    }
    const target = await createTestDatabase('empty')
    await restore(target.connection, file, key ? { key } : {})
    expect(await fingerprint(target.connection)).toEqual(before)
  }
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
  const { connection, pool } = await createFilledDatabase(2_000)
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
  const { connection } = await createFilledDatabase()
  const file = makeFile()
  await backUp(connection, file)
  const { pool, connection: into } = await createTestDatabase('empty')
  await restore(into, file)
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
  const details = { operator: 'mia', backup: '2026-06-15T15:00:00.000Z', count: 703 }
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

/** Changes the text of an unencrypted backup, and makes all checksums right again. */
function forge(file: string, from: string | RegExp, to: string): void {
  const text = gunzipSync(fs.readFileSync(file)).toString('latin1')
  expect(text).toMatch(from)
  const forged = text.replace(from, to)
  const headerLength = forged.indexOf('\n') + 1
  const sections = forged.slice(headerLength).split(/^\\\.\n/m)
  const manifest = JSON.parse(sections.pop() ?? '')
  manifest.tables = manifest.tables.map(({ name }: { name: string }, place: number) => {
    const sum = new TableSum()
    sum.add(Buffer.from(sections[place] ?? '', 'latin1'))
    return sum.totals(name)
  })
  const parts = [
    forged.slice(0, headerLength),
    ...sections.map((rows) => `${rows}\\.\n`),
    `${JSON.stringify(manifest)}\n`,
  ]
  fs.writeFileSync(file, gzipSync(Buffer.from(parts.join(''), 'latin1')))
}

test('a backup is signed: one that was forged is rejected, whatever was changed [T347]', async () => {
  const { connection, ownerDb } = await createFilledDatabase()
  await sql`INSERT INTO audit_seals SELECT 1, now(), '{[1,201)}', '{}', 200, '\\x00', '\\xabcd', 'x'`.execute(
    ownerDb,
  )
  const file = makeFile()
  await backUp(connection, file)
  const good = fs.readFileSync(file)
  const into = await createTestDatabase('empty')
  const forgeries: [what: string, from: string | RegExp, to: string][] = [
    ['a name', 'Zebulon', 'Forgery'],
    ['the time', '2026-06-15T15', '2026-06-16T15'],
    ['the newest seal', '"hash":"abcd"', '"hash":"abce"'],
    ['the signature', /"hmac":"..../, '"hmac":"beef'],
    ['the signature, which is gone', '"signature"', '"was"'],
  ]
  for (const [what, from, to] of forgeries) {
    fs.writeFileSync(file, good)
    forge(file, from, to)
    expect(await errorMessage(restore(into.connection, file)), what).toMatch(
      /(was changed after it was made: its signature is wrong|is damaged or was cut off)\. Nothing was restored\./,
    )
    expect(await countAll(into.connection)).toBe(0)
  }
  fs.writeFileSync(file, good)
  forge(file, '', '')
  expect((await restore(into.connection, file)).doubt).toBeUndefined()
})

test('a backup that was signed elsewhere is restored, and said to be of unknown origin [T351]', async () => {
  const { connection } = await createFilledDatabase()
  const file = makeFile()
  await backUp(connection, file)
  const other = { id: 'ffffffffffff', secret: createSecretKey(randomBytes(32)) }
  const restoreWith = async (...keys: Keyring) => {
    const into = await createTestDatabase('empty')
    return (await restore(into.connection, file, { keys })).doubt
  }
  expect(await restoreWith(other)).toBe(
    `The origin of ${file} could not be checked: the key a0b1c2d3e4f5, with which it is signed, is not in the data folder's file audit-keys or AUDIT_KEYS.`,
  )
  expect(await restoreWith(other, signingKey)).toBeUndefined()
})

test('a file that may be forged is restored only with --unverified, which leaves a row of its own [T502]', async () => {
  const { connection } = await createFilledDatabase()
  const file = makeFile()
  await backUp(connection, file)
  const other = { id: 'ffffffffffff', secret: createSecretKey(randomBytes(32)) }
  for (const [doubtful, sentence] of [
    [{ keys: [other] as Keyring, hasFormerKeys: true }, 'could not be checked'],
    [{ key: 'a key of the operator' }, 'is not encrypted, but BACKUP_KEY is set'],
  ] as const) {
    const { pool, connection: into } = await createTestDatabase('empty')
    const refusal = await errorMessage(restore(into, file, doubtful))
    expect(refusal).toContain(sentence)
    expect(refusal).toContain('Nothing was restored. If you are sure where it comes from, add --unverified')
    await restore(into, file, { ...doubtful, acceptsUnverified: true })
    const { rows } = await pool.query("SELECT action FROM audit_events WHERE record_kind = 'backup'")
    expect(rows).toEqual([{ action: 'restored unverified' }])
  }
})

test('a backup can be restored into a newer release, but not into an older one', async () => {
  const { connection } = await createFilledDatabase()
  const file = makeFile()
  await backUp(connection, file)
  const newer = newerRelease()
  const target = await createTestDatabase()
  await restore(target.connection, file, { migrations: newer })
  const { rows } = await target.pool.query('SELECT DISTINCT nickname FROM clients')
  expect(rows).toEqual([{ nickname: 'Zebulon' }])

  const newest = makeFile()
  await backUp(target.connection, newest, { migrations: newer })
  const older = await createTestDatabase('empty')
  expect(await errorMessage(restore(older.connection, newest))).toBe(
    `${newest} was created by another version of this program, whose migration 0099-nickname is not the one here. Restore it with that version, or a newer one.`,
  )
  forge(file, '"formatVersion":1', '"formatVersion":2')
  expect(await errorMessage(restore(older.connection, file))).toContain('by a newer version')
  expect(await countAll(older.connection)).toBe(0)
})

test('refuses to restore into a database with records or foreign objects, and leaves it as it was [T350]', async () => {
  // The file is larger than what is read of it at once.
  const { connection } = await createFilledDatabase(5000)
  const file = makeFile()
  await backUp(connection, file)
  const before = await fingerprint(connection)
  expect(await errorMessage(restore(connection, file))).toMatch(
    /^The database is not empty: it holds records in .*employees \(1\), .*clients \(200\).*Nothing was restored\. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database\.$/,
  )
  expect(await fingerprint(connection)).toEqual(before)
  const shared = await createTestDatabase('empty')
  await sql`CREATE TABLE of_the_neighbor (number integer)`.execute(shared.ownerDb)
  expect(await errorMessage(restore(shared.connection, file))).toContain(
    'The database has tables of another program: of_the_neighbor.',
  )
  const viewed = await createTestDatabase()
  await sql`CREATE VIEW of_the_neighbor AS SELECT * FROM clients`.execute(viewed.ownerDb)
  expect(await errorMessage(restore(viewed.connection, file))).toContain('depend on its tables')
})

test('rejects a wrong key, a missing key and a file that is no backup, and leaves the database empty', async () => {
  const { connection } = await createFilledDatabase()
  const file = makeFile()
  await backUp(connection, file, { key: backupKey })
  const { connection: into } = await createTestDatabase('empty')
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

/** Some bytes, such as the operating system in the gzip header, do not affect the contents. */
function unzipsAlike(a: Buffer, b: Buffer): boolean {
  try {
    return gunzipSync(a).equals(gunzipSync(b))
  } catch {
    return false
  }
}

for (const key of [undefined, backupKey]) {
  test(`rejects a flipped byte, a cut-off end and appended bytes, ${key ? 'encrypted' : 'unencrypted'}`, async () => {
    const { connection } = await createFilledDatabase()
    const file = makeFile()
    const { bytes: size } = await backUp(connection, file, { key })
    const { connection: into } = await createTestDatabase('empty')
    const good = fs.readFileSync(file)
    const sentence = /is damaged or was cut off|is not a backup of this program|does not open/
    const expectError = async (content: Buffer, what: string) => {
      fs.writeFileSync(file, content)
      expect(await errorMessage(restore(into, file, key ? { key } : {})), what).toMatch(sentence)
    }
    const start = [...Array(6).keys()].map((n) => n * (key ? 30 : 2))
    const spread = [...Array(3).keys()].map((n) => Math.floor(((n + 0.5) * size) / 3))
    for (const place of [...start, ...spread, size - 9, size - 1]) {
      const flipped = Buffer.from(good)
      flipped.writeUInt8(flipped.readUInt8(place) ^ 0xff, place)
      if (key || !unzipsAlike(flipped, good)) await expectError(flipped, `byte ${place}`)
    }
    for (const length of [40, size / 2, size - 1]) {
      await expectError(good.subarray(0, length), `cut at ${length}`)
    }
    await expectError(Buffer.concat([good, Buffer.from('more')]), 'appended')
    expect(await countAll(into)).toBe(0)
    fs.writeFileSync(file, good)
    await restore(into, file, key ? { key } : {})
  })
}

test('never replaces an existing file, and explains a missing folder', async () => {
  const { connection } = await createTestDatabase()
  const file = makeFile()
  fs.writeFileSync(file, 'precious')
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
  const { connection } = await createFilledDatabase(2_000)
  const file = makeFile()
  const outcomes = await Promise.allSettled([backUp(connection, file), backUp(connection, file)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(fs.readdirSync(path.dirname(file))).toEqual(['today.backup'])
  await restore((await createTestDatabase('empty')).connection, file)
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
  const source = await createFilledDatabase(10)
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
  const file = makeFile()
  await backUp(source.connection, file)

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
    await restoreBackup(owner, { ...options, file, operator: 'mia', say: () => {} })
    await database.grantRights(owner)
  })
  expect(await fingerprint(target.connection)).toEqual(await fingerprint(source.connection))
  await database.pool.query("UPDATE clients SET phone = '6125550199'")
  await expect(database.pool.query('DELETE FROM audit_events')).rejects.toMatchObject({ code: '42501' })
  const again = `${file}-again`
  const { tables } = await database.asOwner((owner) => writeBackup(owner, { ...options, file: again }))
  expect(tables).toContainEqual(expect.objectContaining({ name: 'clients', rows: 200 }))
  await database.close()
})
