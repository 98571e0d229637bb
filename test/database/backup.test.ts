import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
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
} from '#test/support/backup-records.ts'
import { makeFolder } from '#test/support/database-process.ts'
import { inSession, migrationsFolder } from '#test/support/database-server.ts'
import { root } from '#test/support/source-tree.ts'
import { createTestDatabase, urlOf } from '#test/support/test-database.ts'

async function makeDatabase(kind: 'migrated' | 'empty') {
  const database = await createTestDatabase(kind)
  onTestFinished(() => database.close())
  return database
}

async function makeFilled(notes = 100) {
  const database = await makeDatabase('migrated')
  await addRecords(database.connection, notes)
  return database
}

function makeFile(name = 'today.backup'): string {
  const folder = makeFolder('backups')
  fs.mkdirSync(folder)
  return path.join(folder, name)
}

const rowsOf = ({ tables }: BackupMade) => Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason) => reason)
  if (error instanceof OperatorError) return error.message
  throw new Error('it was not refused', { cause: error })
}

test('a backup brings every value back; with a key its file holds no name in the clear', async () => {
  const { connection } = await makeFilled()
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
      for (const word of [...clientName.split(' '), 'clients', 'header.json'])
        expect(bytes.includes(word), word).toBe(false)
    }
    const target = await makeDatabase('empty')
    await restore(target.connection, file, key ? { key } : {})
    expect(await fingerprint(target.connection)).toEqual(before)
  }
})

test('every table that the migrations make is in the backup, and one that somebody else made is named', async () => {
  const { connection, pool, ownerDb } = await makeDatabase('migrated')
  const { rows } = await pool.query(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations'",
  )
  await sql`CREATE TABLE of_the_neighbor (number integer)`.execute(ownerDb)
  const warned: string[] = []
  const made = await backUp(connection, makeFile(), { warn: (sentence) => warned.push(sentence) })
  expect(Object.keys(rowsOf(made)).sort()).toEqual(rows.map(({ relname }) => relname).sort())
  expect(warned).toEqual(['Not made by this program and therefore not part of the backup: of_the_neighbor.'])
})

test('a table comes after those that its foreign keys point to', async () => {
  const { connection, pool } = await makeDatabase('migrated')
  const order = Object.keys(rowsOf(await backUp(connection, makeFile())))
  const { rows } = await pool.query(
    `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
     WHERE contype = 'f' AND conrelid <> confrelid`,
  )
  expect(rows.filter(({ from, to }) => order.indexOf(from) < order.indexOf(to))).toEqual([])
})

test('a backup that is taken while others write is of one moment: no half of a transaction is in it', async () => {
  const { connection, pool } = await makeFilled(2_000)
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
  const target = await makeDatabase('empty')
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

test('what was open is closed by a restore, the numbering goes on, and the audit trail tells of it', async () => {
  const { connection } = await makeFilled()
  const file = makeFile()
  await backUp(connection, file)
  const { pool, connection: into } = await makeDatabase('empty')
  await restore(into, file)
  const ended = [{ open: 0, reason: 'restored from a backup' }]
  for (const table of ['sessions', 'account_links']) {
    const { rows } = await pool.query(
      `SELECT count(*) FILTER (WHERE ended_at IS NULL) AS open, min(end_reason) AS reason FROM ${table}`,
    )
    expect(rows).toEqual(ended)
  }
  const { rows } = await pool.query("SELECT id, record_kind FROM audit_events WHERE action = 'restored'")
  expect(rows).toEqual([{ id: 201, record_kind: 'backup' }])
})

test('a backup is brought back into a newer release, whose empty schema gives way, and is migrated', async () => {
  const { connection } = await makeFilled()
  const file = makeFile()
  await backUp(connection, file)
  const newer = newerRelease()
  const target = await makeDatabase('migrated')
  await restore(target.connection, file, { migrations: newer })
  const { rows } = await target.pool.query('SELECT DISTINCT nickname FROM clients')
  expect(rows).toEqual([{ nickname: 'Zebulon' }])

  const newest = makeFile()
  await backUp(target.connection, newest, { migrations: newer })
  const older = await makeDatabase('empty')
  expect(await refusalOf(restore(older.connection, newest))).toBe(
    `${newest} was made by another version of this program, whose migration 0099-nickname is not the one here. Restore it with that version, or a newer one.`,
  )
  expect(await countAll(older.connection)).toBe(0)
})

test('a backup made by an older release is brought to the present schema', async () => {
  const { pool, connection } = await makeDatabase('empty')
  // Made at migration 0016 by the program of that time.
  await restore(connection, path.join(import.meta.dirname, 'level-0016.backup'))
  const { rows } = await pool.query(
    `SELECT (SELECT count(*) FROM clients) AS clients, (SELECT count(*) FROM notes) AS notes,
       (SELECT count(*) FROM note_versions) AS versions, (SELECT count(*) FROM outbox WHERE sent_at IS NULL) AS mail,
       (SELECT count(*) FROM audit_events WHERE action = 'added') AS events, (SELECT count(*) FROM last_notes) AS last`,
  )
  expect(rows).toEqual([{ clients: 200, notes: 20, versions: 5, mail: 1, events: 200, last: 1 }])
  const { rows: landed } = await pool.query('SELECT name FROM migrations ORDER BY name')
  expect(landed.map(({ name }) => `${name}.sql`)).toEqual(fs.readdirSync(migrationsFolder).sort())
})

test('a migration that was changed since is refused', async () => {
  const { connection } = await makeFilled()
  const file = makeFile()
  await backUp(connection, file)
  const folder = newerRelease()
  fs.appendFileSync(path.join(folder, '0002-contact-messages.sql'), '-- edited')
  const target = await makeDatabase('empty')
  expect(await refusalOf(restore(target.connection, file, { migrations: folder }))).toContain(
    'whose migration 0002-contact-messages is not the one here',
  )
})

test('a database with records, or with things of somebody else, is refused and left as it was', async () => {
  const { connection } = await makeFilled()
  const file = makeFile()
  await backUp(connection, file)
  const before = await fingerprint(connection)
  expect(await refusalOf(restore(connection, file))).toMatch(
    /^The database is not empty: it holds records in .*employees \(1\), .*clients \(200\).*Nothing was restored\. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database\.$/,
  )
  expect(await fingerprint(connection)).toEqual(before)
  const shared = await makeDatabase('empty')
  await sql`CREATE TABLE of_the_neighbor (number integer)`.execute(shared.ownerDb)
  expect(await refusalOf(restore(shared.connection, file))).toContain(
    'The database holds what this program did not make: of_the_neighbor.',
  )
  const viewed = await makeDatabase('migrated')
  await sql`CREATE VIEW of_the_neighbor AS SELECT * FROM clients`.execute(viewed.ownerDb)
  expect(await refusalOf(restore(viewed.connection, file))).toContain('depends on its tables')
})

test('a wrong key, a missing key, a file that is no backup: a sentence each, and the database stays empty', async () => {
  const { connection } = await makeFilled()
  const file = makeFile()
  await backUp(connection, file, { key: backupKey })
  const { connection: into } = await makeDatabase('empty')
  expect(await refusalOf(restore(into, file))).toContain('is encrypted. Set BACKUP_KEY')
  expect(await refusalOf(restore(into, file, { key: 'another key altogether' }))).toContain(
    'BACKUP_KEY does not open',
  )
  for (const content of ['', 'x', 'not a backup at all, but a letter to the landlord']) {
    fs.writeFileSync(file, content)
    expect(await refusalOf(restore(into, file))).toContain('is no backup of this program')
  }
  expect(await refusalOf(restore(into, `${file}-nowhere`))).toContain('is not there')
  expect(await refusalOf(restore(into, path.dirname(file)))).toContain('is a folder')
  expect(await countAll(into)).toBe(0)
})

/** A few bytes, such as those of the gzip header that name the system, may change without a change of what the file holds. */
function unzipsAlike(one: Buffer, other: Buffer): boolean {
  try {
    return gunzipSync(one).equals(gunzipSync(other))
  } catch {
    return false
  }
}

for (const key of [undefined, backupKey]) {
  test(`one flipped byte anywhere, an end cut off, something appended: refused, ${key ? 'encrypted' : 'or not'}`, async () => {
    const { connection } = await makeFilled(500)
    const file = makeFile()
    const { bytes: size } = await backUp(connection, file, { key })
    const { connection: into } = await makeDatabase('empty')
    const good = fs.readFileSync(file)
    const sentence = /is damaged or was cut off|is no backup of this program|does not open/
    const refused = async (content: Buffer, what: string) => {
      fs.writeFileSync(file, content)
      expect(await refusalOf(restore(into, file, key ? { key } : {})), what).toMatch(sentence)
    }
    const start = [...Array(6).keys()].map((n) => n * (key ? 30 : 2))
    const spread = [...Array(6).keys()].map((n) => Math.floor(((n + 0.5) * size) / 6))
    for (const place of [...start, ...spread, size - 9, size - 1]) {
      const flipped = Buffer.from(good)
      flipped.writeUInt8(flipped.readUInt8(place) ^ 0xff, place)
      if (key || !unzipsAlike(flipped, good)) await refused(flipped, `byte ${place}`)
    }
    for (const length of [40, size / 2, size - 1]) {
      await refused(good.subarray(0, length), `cut at ${length}`)
    }
    await refused(Buffer.concat([good, Buffer.from('more')]), 'appended')
    expect(await countAll(into)).toBe(0)
    fs.writeFileSync(file, good)
    await restore(into, file, key ? { key } : {})
  })
}

test('a file that exists is never replaced, and a folder that does not exist is a sentence', async () => {
  const { connection } = await makeDatabase('migrated')
  const file = makeFile()
  fs.writeFileSync(file, 'precious')
  expect(await refusalOf(backUp(connection, file))).toContain('exists already')
  expect(fs.readFileSync(file, 'utf8')).toBe('precious')
  expect(await refusalOf(backUp(connection, path.join(file, 'below')))).toContain('is not there')
  expect(await refusalOf(backUp(connection, path.join(path.dirname(file), 'no/where')))).toContain(
    'is not there, or its folder is not',
  )
  expect(await refusalOf(backUp(connection, path.join(path.dirname(file), 'x'.repeat(300))))).toMatch(
    /can't be used: name too long. Choose another place.$/,
  )
})

test('of two backups to one name at once one wins, and the other leaves nothing', async () => {
  const { connection } = await makeFilled(2_000)
  const file = makeFile()
  const outcomes = await Promise.allSettled([backUp(connection, file), backUp(connection, file)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(fs.readdirSync(path.dirname(file))).toEqual(['today.backup'])
  await restore((await makeDatabase('empty')).connection, file)
})

test('one that finishes while another clears up does not disturb that one', async () => {
  const { connection } = await makeDatabase('migrated')
  const file = makeFile()
  // Named by the folder still, and gone when it is looked at.
  const finished = `${file}.partial-${process.ppid}-0123abcd`
  fs.symlinkSync(path.join(path.dirname(file), 'nowhere'), finished)
  await backUp(connection, file)
  expect(fs.readdirSync(path.dirname(file))).toContain('today.backup')
})

test('a backup that is ended early leaves no file', async () => {
  const { connection } = await makeFilled(20_000)
  const file = makeFile()
  const controller = new AbortController()
  const reason = new OperatorError('stopped')
  const progress = () => controller.abort(reason)
  const outcome = await backUp(connection, file, { signal: controller.signal, progress }).catch(
    (error) => error,
  )
  expect(outcome).toBe(reason)
  expect(fs.readdirSync(path.dirname(file))).toEqual([])
})

/** The migrations with one more, which knows something about clients. */
function newerRelease(): string {
  const folder = makeFolder('migrations')
  fs.cpSync(migrationsFolder, folder, { recursive: true })
  fs.writeFileSync(
    path.join(folder, '0099-nickname.sql'),
    'ALTER TABLE clients ADD COLUMN nickname text; UPDATE clients SET nickname = first_name;',
  )
  return folder
}

test('a role that does not own the tables is told whom to name', async () => {
  const { superuserConnection, connection } = await makeDatabase('migrated')
  await inSession(superuserConnection, (client) => client.query('ALTER TABLE migrations OWNER TO postgres'))
  expect(await refusalOf(backUp(connection, makeFile()))).toContain('Set DATABASE_OWNER_URL')
})

test('where the app has a role of its own the owner restores, and the app may work on the tables', async () => {
  const source = await makeFilled(10)
  const target = await createTestDatabase('migrated')
  const role = `app_${randomBytes(4).toString('hex')}`
  await inSession(target.superuserConnection, (client) =>
    client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'of the app'`),
  )
  onTestFinished(async () => {
    await inSession(target.superuserConnection, async (client) => {
      await client.query(`DROP OWNED BY ${role}`)
      await client.query(`DROP ROLE ${role}`)
    })
    await target.close()
  })
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
  const wanted = { key: undefined, migrations: migrationsFolder, clock: () => new Date() }
  await database.asOwner(async (owner) => {
    await restoreBackup(owner, { ...wanted, file, say: () => {} })
    await database.grantRights(owner)
  })
  expect(await fingerprint(target.connection)).toEqual(await fingerprint(source.connection))
  await database.pool.query("UPDATE clients SET phone = '6125550199'")
  await expect(database.pool.query('DELETE FROM audit_events')).rejects.toMatchObject({ code: '42501' })
  const again = `${file}-again`
  const { tables } = await database.asOwner((owner) => writeBackup(owner, { ...wanted, file: again, root }))
  expect(tables).toContainEqual(expect.objectContaining({ name: 'clients', rows: 200 }))
  await database.close()
})
