import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { type Keyring, readAuditKeys } from '#server/audit/keyring.ts'
import { sealFolders } from '#server/audit/remembered-seal.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { type AuditTrail, auditTrail } from '#server/audit/store.ts'
import { type KnownSeal, verifyTrail } from '#server/audit/verify-trail.ts'
import { archiveTrail, isArchive, verifyArchive } from '#server/backup/audit-archive.ts'
import { readConfig } from '#server/config.ts'
import { typeParsers } from '#server/database/connection.ts'
import { inSession } from '#test/support/database-server.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let audit: AuditTrail

/* Old rows of the trail move into a signed file, and the chain continues across the gap. */

let database: TestDatabase
let dataDir: string
let keys: Keyring
let seal: () => Promise<void>

beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-archive-'))
  keys = readAuditKeys(readConfig({ DATA_DIR: dataDir }, '/'))
  audit = auditTrail(keys[0])
  const { round, kept } = sealingRounds({
    db: database.db,
    keys,
    folders: sealFolders({ dataDir }),
    log: { error: console.error },
  })
  seal = () =>
    round()
      .then(kept)
      .then(() => {})
  for (let batch = 1; batch <= 4; batch += 1) await recordAndSeal()
  return () => rmSync(dataDir, { recursive: true })
})

async function recordAndSeal() {
  await audit.record(
    database.db,
    ...Array.from({ length: 3 }, () => ({ at: new Date(), action: 'viewed', kind: 'client' }) as const),
  )
  await seal()
}

const asOwner = <T>(work: (owner: pg.Client) => Promise<T>) =>
  inSession({ ...database.connection, types: typeParsers } as pg.ClientConfig, work)

/** Changes rows as the database's superuser, with triggers and foreign keys switched off. */
const tamper = (statement: string) =>
  inSession(database.superuserConnection, (client) =>
    client.query(`SET session_replication_role = replica; ${statement}`),
  )

/** Archives the seals until that one. */
async function archive(name: string, last: number): Promise<string> {
  const file = join(dataDir, name)
  const { rows } = await database.pool.query('SELECT sealed_at FROM audit_seals WHERE seq = $1', [last])
  await asOwner((owner) =>
    archiveTrail(owner, {
      file,
      before: new Date(rows[0].sealed_at.getTime() + 1),
      key: undefined,
      signingKey: keys[0],
      operator: 'root',
      clock: () => new Date(),
      progress: () => {},
    }),
  )
  await seal()
  return file
}

const verify = (archives: KnownSeal[] = [], ring = keys) =>
  verifyTrail({
    db: database.db,
    keys: ring,
    folders: sealFolders({ dataDir }),
    archives,
    progress: () => {},
  })
async function reasonOf(archives?: KnownSeal[]): Promise<string> {
  const verdict = await verify(archives)
  return verdict.outcome === 'broken' ? verdict.reason : verdict.outcome
}
const check = (file: string, knownSeals: KnownSeal[] = [], ring = keys) =>
  asOwner((owner) => verifyArchive(owner, file, { key: undefined, keys: ring, knownSeals }))
const count = async (table: string) => (await database.pool.query(`SELECT FROM ${table}`)).rowCount

test('moves old rows with their seals into a file, and the chain continues across the gap [T335]', async () => {
  const file = await archive('one.archive', 2)
  expect([await count('audit_events'), await count('audit_seals')]).toEqual([7, 3])
  expect(await verify()).toMatchObject({
    outcome: 'intact',
    rows: 7,
    start: { seq: 2 },
    end: { seq: 5 },
    comparedWith: [{ seal: { seq: 5 } }],
  })
  expect(await isArchive(file, undefined)).toBe(true)
  const { chain, doubt } = await check(file)
  expect(doubt).toBeUndefined()
  expect(chain).toMatchObject({ outcome: 'intact', start: { seq: 0 }, end: { seq: 2 }, rows: 6 })
  if (chain.outcome === 'broken') throw new Error(chain.reason)
  const { rows } = await database.pool.query("SELECT details FROM audit_events WHERE action = 'archived'")
  expect(rows).toEqual([
    {
      details: {
        archived: { seal: 2, hash: chain.end.hash.toString('hex'), until: expect.any(String) },
        count: 6,
        operator: 'root',
      },
    },
  ])
  await recordAndSeal()
  const next = await archive('two.archive', 4)
  expect(await verify()).toMatchObject({ outcome: 'intact', start: { seq: 4 } })
  const ends = [{ name: file, seal: chain.end }] as KnownSeal[]
  expect((await check(next, ends)).chain).toMatchObject({ start: { seq: 2 }, end: { seq: 4 }, rows: 6 })
  const other = [{ name: file, seal: { seq: 2, hash: Buffer.alloc(32) } }]
  expect((await check(next, other)).chain).toMatchObject({
    reason: expect.stringMatching(/^Seal 2 is not the one that .*one.archive remembers/),
  })
})

test('moves rows while others are written and sealed', async () => {
  let isDone = false
  const writing = (async () => {
    for (let batch = 0; !isDone || batch < 5; batch += 1) await recordAndSeal()
  })()
  await archive('one.archive', 2)
  await archive('two.archive', 4)
  isDone = true
  await writing
  await seal()
  expect(await verify()).toMatchObject({ outcome: 'intact', start: { seq: 4 }, waiting: 0 })
})

test.for<[statement: string, reason: string]>([
  [
    'DELETE FROM audit_seals WHERE seq = 3; DELETE FROM audit_events WHERE id IN (7, 8, 9)',
    'Seal 1 is missing.',
  ],
  [
    "DELETE FROM audit_events WHERE action = 'archived'; DELETE FROM audit_seals WHERE seq = 5",
    'Seal 1 is missing.',
  ],
  [
    "UPDATE audit_seals SET previous_hash = sha256('x') WHERE seq = 3",
    'Seal 2 is not the one that row 13 says',
  ],
  [
    "UPDATE audit_events SET details = jsonb_set(details, '{archived,seal}', '3') WHERE action = 'archived'; DELETE FROM audit_seals WHERE seq = 3",
    'Seal 1 is missing.',
  ],
])('detects that more is gone than was archived after %s [T336]', async ([statement, reason]) => {
  await archive('one.archive', 2)
  await tamper(statement)
  expect(await reasonOf()).toContain(reason)
})

test('a file in which a row was changed is rejected, and one that is signed elsewhere is checked without its signature', async () => {
  await tamper("UPDATE audit_events SET action = 'added' WHERE id = 2")
  const file = await archive('one.archive', 2)
  expect((await check(file)).chain).toMatchObject({
    reason: 'Row 2 is not what the server wrote: its digest does not match.',
  })
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 60) ^ 1, bytes.length - 60)
  writeFileSync(file, bytes)
  await expect(check(file)).rejects.toThrow('is damaged or was cut off')
})

test('is intact after a stop before the last row was removed, and the next call removes the rest [T337]', async () => {
  await archive('one.archive', 2)
  const { rows } = await database.pool.query('SELECT hash, sealed_at FROM audit_seals WHERE seq = 4')
  const archived = { seal: 4, hash: rows[0].hash.toString('hex'), until: rows[0].sealed_at.toISOString() }
  await audit.record(database.db, {
    at: new Date(),
    action: 'archived',
    kind: 'audit trail',
    details: { archived },
  })
  await seal()
  expect(await verify()).toMatchObject({
    outcome: 'intact',
    start: { seq: 2 },
    archived: { end: { seq: 4 } },
  })
  await archive('two.archive', 4)
  expect(await verify()).toMatchObject({ outcome: 'intact', start: { seq: 4 } })
})
