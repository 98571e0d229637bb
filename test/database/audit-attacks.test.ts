import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { recordSources } from '#commands/ops/verify-audit.ts'
import { clientFields } from '#contract/clients/fields.ts'
import { type Keyring, readAuditKeys } from '#server/audit/keyring.ts'
import { resetRememberedSeal, type SealFolder, sealFolders } from '#server/audit/remembered-seal.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { type AuditTrail, auditTrail } from '#server/audit/store.ts'
import { verifyRecords } from '#server/audit/verify-records.ts'
import { verifyTrail } from '#server/audit/verify-trail.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { addClient, clientAsStored } from '#server/clients/store.ts'
import { readConfig } from '#server/config.ts'
import { type Connection, kyselyFor } from '#server/database/connection.ts'
import { filledFields } from '#server/database/field-columns.ts'
import {
  type DatabaseSettings,
  type OpenDatabase,
  type OpenDatabaseOptions,
  openDatabase,
} from '#server/database/open-database.ts'
import { inSession, migrationsFolder, urlOf } from '#test/support/database-server.ts'
import { hodan, origin } from '#test/support/people.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import { writeNote } from '#test/support/write-note.ts'

let audit: AuditTrail

/* What a database's role can do to the trail, tried on each kind of database, before and after a restore. */

type Kind = 'private' | 'external with DATABASE_OWNER_URL' | 'external'

const options: OpenDatabaseOptions = {
  progress: () => {},
  log: { info() {}, warn() {}, error() {} },
  migrations: migrationsFolder,
}

async function settingsOf(kind: Kind): Promise<DatabaseSettings> {
  const { connection, connectionString: url, superuserConnection } = await createTestDatabase('empty')
  if (kind === 'external') return { kind: 'external', url }
  // The tests' server is a private one, with the roles of any.
  if (kind === 'private')
    return { kind: 'external', url: urlOf({ ...connection, ...appLogin() }), ownerUrl: url }
  const role = `app_${randomBytes(4).toString('hex')}`
  const asSuperuser = (statements: string) =>
    inSession(superuserConnection, (client) => client.query(statements))
  await asSuperuser(`CREATE ROLE ${role} LOGIN PASSWORD 'of the app'`)
  onTestFinished(() => asSuperuser(`DROP OWNED BY ${role}; DROP ROLE ${role}`).then(() => {}))
  return {
    kind: 'external',
    url: urlOf({ ...connection, user: role, password: 'of the app' }),
    ownerUrl: url,
  }
}

function appLogin() {
  const { user, password } = inject('databaseServer').connection
  return { user, password }
}

async function open(kind: Kind, more: Partial<OpenDatabaseOptions> = {}): Promise<OpenDatabase> {
  const database = await openDatabase(await settingsOf(kind), { ...options, ...more })
  onTestFinished(() => database.close())
  return database
}

interface Trail {
  database: OpenDatabase
  keys: Keyring
  folders: [SealFolder, ...SealFolder[]]
}

/** A client and a note, their rows, and three seals. */
async function makeTrail(kind: Kind): Promise<Trail & { dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-attacks-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const keys = readAuditKeys(readConfig({ DATA_DIR: dataDir }, '/'))
  audit = auditTrail(keys[0])
  const trail = { database: await open(kind), keys, folders: sealFolders({ dataDir }), dataDir }
  const { db } = trail.database
  const at = new Date()
  const { rows } = await trail.database.pools.reads.query(
    `INSERT INTO employees (first_name, last_name, email, role, created_at, updated_at)
     VALUES ('Ada', 'Admin', 'ada@example.org', 'admin', now(), now()) RETURNING id AS "employeeId", email, role`,
  )
  const author = { ...rows[0], ...origin }
  const client = await addClient(db, hodan, author.employeeId, at)
  const details = { fields: filledFields(clientFields, client), ...audit.proofOf(clientAsStored(client)) }
  await audit.record(db, { at, actor: author, action: 'added', kind: 'client', id: client.id, details })
  await seal(trail)
  await writeNote(db, { clientId: client.id, text: 'Moved in.', author }, { at, trail: audit })
  await seal(trail)
  await audit.record(db, { at, actor: author, action: 'viewed', kind: 'client', id: client.id })
  await seal(trail)
  return trail
}

async function seal({ database: { db }, keys, folders }: Trail): Promise<void> {
  const { round, kept } = sealingRounds({ db, keys, folders, log: { error: console.error } })
  await round().then(kept)
}

/** The same trail in another database of that kind. */
async function restored(kind: Kind, { database, keys, folders, dataDir }: Trail & { dataDir: string }) {
  const file = join(dataDir, `${randomBytes(4).toString('hex')}.backup`)
  const settings = { file, key: undefined, migrations: migrationsFolder, clock: () => new Date() }
  const made = { ...settings, createdAt: new Date(), signingKey: keys[0], operator: 'mia' }
  await database.asOwner((owner) => writeBackup(owner, made))
  const target = await open(kind, { migrated: false })
  await target.asOwner(async (owner) => {
    await restoreBackup(owner, { ...settings, keys, operator: 'mia', say: () => {} })
    await target.grantRights(owner)
  })
  await resetRememberedSeal(dataDir, target.db, { isGenuine: true })
  const trail = { database: target, keys, folders, dataDir }
  await seal(trail)
  return trail
}

async function verdictOf(db: Connection, { keys, folders }: Omit<Trail, 'database'>): Promise<string> {
  const verdict = await verifyTrail({ db, keys, folders, progress: () => {} })
  if (verdict.outcome === 'broken') return verdict.reason
  return verdict.outcome === 'intact' && verdict.comparedWith.length === 0 ? 'exit code 2' : verdict.outcome
}

/** What verify-audit says after the statements, which are undone; 'refused' if the database does not allow them. */
async function attack(
  client: pg.ClientBase,
  statements: string,
  trail: Omit<Trail, 'database'>,
): Promise<string> {
  await client.query('BEGIN')
  try {
    await client.query(statements)
    return await verdictOf(kyselyFor(client), trail)
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['23502', '42501'].includes(`${error.code}`))
      return 'refused'
    throw error
  } finally {
    await client.query('ROLLBACK')
  }
}

const forge = (columns: string, values: string) =>
  `INSERT INTO audit_events (at, action, record_kind${columns}) ${values}`
const backdated = "VALUES (now() - interval '1 year', 'viewed', 'client'"
const contents =
  'at, actor_id, actor_role, action, record_kind, record_id, details, digest, session_id, network, request_id'
const chosen = `${forge(', id, digest', '')} OVERRIDING SYSTEM VALUE ${backdated}, 900, sha256('x'))`
const disabled =
  'ALTER TABLE audit_events DISABLE TRIGGER user; ALTER TABLE audit_seals DISABLE TRIGGER user;'
const noMatch = /^Row \d+ is not what the server wrote/

/** By the app's role, where another role owns the tables. */
const byApp: [what: string, statements: string, outcome: RegExp][] = [
  ['adds a row without a digest', forge('', `${backdated})`), /^refused$/],
  ['adds a row with a digest of its own', forge(', digest', `${backdated}, sha256('x'))`), noMatch],
  [
    'copies a row',
    `INSERT INTO audit_events (${contents}) SELECT ${contents} FROM audit_events WHERE id = 1`,
    /is a copy of row 1/,
  ],
  ['chooses a number', chosen, /^refused$/],
  ['draws numbers ahead', "SELECT setval('audit_events_id_seq', 900)", /^refused$/],
  ['changes a row', "UPDATE audit_events SET action = 'added'", /^refused$/],
  ['removes a row', 'DELETE FROM audit_events WHERE id = 2', /^refused$/],
  ['empties the trail', 'TRUNCATE audit_events, audit_seals', /^refused$/],
  ['removes the last seal', 'DELETE FROM audit_seals WHERE seq = 3', /^refused$/],
  ['changes a seal', 'UPDATE audit_seals SET seq = 0', /^refused$/],
  ['switches triggers off', disabled, /^refused$/],
  [
    'adds a seal',
    "INSERT INTO audit_seals SELECT seq + 1, now(), '{}', '{}', 900, hash, sha256('x'), key_id FROM audit_seals ORDER BY seq DESC LIMIT 1",
    /^Seal \d+, or one of its rows {}, was changed/,
  ],
]

/** By the owner of the tables; with a single role, that is the app's. audit-seals.test.ts has more with triggers off. */
const byOwner: [what: string, statements: string, outcome: RegExp][] = [
  ['changes a row in spite of the triggers', "UPDATE audit_events SET action = 'added'", /^refused$/],
  ['removes a row in spite of the triggers', 'DELETE FROM audit_events', /^refused$/],
  ['adds a row with a number of its choice', chosen, noMatch],
  [
    'changes a row',
    `${disabled} UPDATE audit_events SET action = 'edited' WHERE id = 2`,
    /^Row 2 is not what/,
  ],
]

async function recordDifferences({ database: { db }, keys }: Trail): Promise<string[]> {
  return (await verifyRecords({ db, keys, sources: recordSources, progress: () => {} })).differences
}

test.for<Kind>(['private', 'external with DATABASE_OWNER_URL', 'external'])(
  'names what the app’s role and the owner do to the trail of a database (%s), before and after a restore [T469]',
  async (kind) => {
    const original = await makeTrail(kind)
    const copy = await restored(kind, original)
    // The backup has left a row there, too.
    await seal(original)
    for (const trail of [original, copy]) {
      const { database, keys } = trail
      const when = trail === original ? 'before a restore' : 'after a restore'
      expect(await verdictOf(database.db, trail)).toBe('intact')
      const app = await database.pools.reads.connect()
      for (const [what, statements, outcome] of kind === 'external' ? [] : byApp)
        expect(await attack(app, statements, trail), `the app’s role ${what}, ${when}`).toMatch(outcome)
      app.release()
      const unknowing = { keys, folders: sealFolders({ dataDir: join(trail.dataDir, 'new') }) }
      await database.asOwner(async (owner) => {
        for (const [what, statements, outcome] of byOwner)
          expect(await attack(owner, statements, trail), `the owner ${what}, ${when}`).toMatch(outcome)
        const emptied = `${disabled} DELETE FROM audit_events; DELETE FROM audit_seals`
        expect(await attack(owner, emptied, unknowing), 'without a seal to compare with').toBe('exit code 2')
      })
      expect(await recordDifferences(trail)).toEqual([])
      await database.pools.reads.query("UPDATE notes SET text = 'Never came.'")
      await database.pools.reads.query("UPDATE clients SET phone = '6125550000'")
      expect(await recordDifferences(trail), when).toEqual([
        expect.stringMatching(/^The client .* has been changed since\.$/),
        expect.stringMatching(/^The note .* has been changed since\.$/),
      ])
      await database.pools.reads.query("UPDATE notes SET text = 'Moved in.'")
      await database.pools.reads.query('UPDATE clients SET phone = $1', [hodan.phone])
    }
  },
)
