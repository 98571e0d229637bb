import { createHmac } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { type AuditKey, type Keyring, readAuditKeys } from '#server/audit/keyring.ts'
import { convertLegacyChain } from '#server/audit/legacy-chain-store.ts'
import { rememberedSeal, type SealFolder, sealFile } from '#server/audit/remembered-seal.ts'
import { databaseIdentity, newestSeal } from '#server/audit/seal-store.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { recordAudit, setDigestKey } from '#server/audit/store.ts'
import { verifyTrail } from '#server/audit/verify-trail.ts'
import { readConfig } from '#server/config.ts'
import { typeParsers } from '#server/database/connection.ts'
import { inSession } from '#test/support/database-server.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

/* Releases before migration 0021 stored a link for each audit row. The first start converts them. */

let database: TestDatabase
let dataDir: string
let keys: Keyring
let folders: [SealFolder]
let logged: string[]
let end: Buffer

beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-audit-'))
  folders = [{ name: 'the data folder', path: dataDir }]
  keys = readAuditKeys(readConfig({ DATA_DIR: dataDir }, '/'))
  logged = []
  setDigestKey(() => keys[0])
  await tamper(`
    INSERT INTO audit_events (at, actor_id, actor_role, action, record_kind, record_id, details)
    SELECT now() - interval '1 hour', gen_random_uuid(), 'manager', 'viewed', 'client', n, '{"fields": ["phone"], "count": 1}'
    FROM generate_series(1, 10) AS n`)
  end = await linkRows(8, keys[0])
  return () => rmSync(dataDir, { recursive: true })
})

function tamper(statement: string): Promise<unknown> {
  return inSession(database.superuserConnection, async (client) => {
    await client.query('SET session_replication_role = replica')
    await client.query(statement)
  })
}

/** Adds links as those releases did. The newest rows have none, as after a kill. */
async function linkRows(count: number, key: AuditKey): Promise<Buffer> {
  const { rows } = await database.pool.query(
    `SELECT id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, actor_id, actor_role, action,
       record_kind, record_id, details::text AS details FROM audit_events ORDER BY id LIMIT $1`,
    [count],
  )
  let hash = Buffer.alloc(32)
  for (const [index, row] of rows.entries()) {
    const { id, at, actor_id, actor_role, action, record_kind, record_id, details } = row
    const own = [hash.toString('hex'), index + 1, key.id, id, at]
    const text = JSON.stringify([...own, actor_id, actor_role, action, record_kind, record_id, details])
    const next = createHmac('sha256', key.secret).update(text).digest()
    await database.pool.query(
      'INSERT INTO audit_links (seq, event_id, previous_hash, hash, key_id) VALUES ($1, $2, $3, $4, $5)',
      [index + 1, id, hash, next, key.id],
    )
    hash = next
  }
  return hash
}

function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  return inSession({ ...database.connection, types: typeParsers } as pg.ClientConfig, work)
}
const convert = () =>
  convertLegacyChain({
    database: { db: database.db, asOwner },
    keys: () => keys,
    dataDir,
    log: { error: (sentence: unknown) => logged.push(String(sentence)) },
  })
const sealNew = async () => {
  await recordAudit(database.db, { at: new Date(), action: 'viewed', kind: 'client' })
  const { round, kept } = sealingRounds({ db: database.db, keys, folders, log: { error: console.error } })
  await round().then(kept)
}
async function reason(ring = keys): Promise<string> {
  const verdict = await verifyTrail({ db: database.db, keys: ring, folders, progress: () => {} })
  return verdict.outcome === 'broken' ? verdict.reason : verdict.outcome
}
const links = async () => {
  const { rows } = await database.pool.query("SELECT to_regclass('audit_links') IS NOT NULL AS there")
  if (!rows[0].there) return 'gone'
  return (await database.pool.query('SELECT FROM audit_links')).rowCount
}

test('replaces an intact chain of links by one seal', async () => {
  await convert()
  expect([await links(), await reason(), logged]).toEqual(['gone', 'intact', []])
  expect(await newestSeal(database.db)).toMatchObject({
    ...{ seq: 1, event_ids: '{[1,11)}', missing: '{}', up_to: 10, is_former: true, previous_hash: end },
  })
  expect((await rememberedSeal(dataDir, await databaseIdentity(database.db)))?.seq).toBe(1)
  await convert()
  await sealNew()
  expect(await reason()).toBe('intact')
  await tamper("UPDATE audit_events SET record_id = 'x' WHERE id = 3")
  expect(await reason()).toBe('Seal 1, or one of its rows {[1,11)}, was changed after it was sealed.')
})

test('names a row without a digest that is added after the conversion', async () => {
  await convert()
  await database.pool.query(
    "INSERT INTO audit_events (at, action, record_kind) VALUES (now(), 'viewed', 'client')",
  )
  expect(await reason()).toBe('Row 11 has no digest: it was not written by this server.')
  await sealNew()
  expect(await reason()).toBe('Row 11 has no digest: it was not written by this server.')
})

test.for<[statement: string, reason: string]>([
  ["UPDATE audit_events SET record_id = 'x' WHERE id = 3", 'Row 3, sealed by link 3, was changed'],
  ['DELETE FROM audit_events WHERE id = 3', 'Row 3, sealed by link 3, is missing.'],
  ['DELETE FROM audit_links WHERE seq = 3', 'Link 3 is missing.'],
  ["UPDATE audit_links SET previous_hash = 'x' WHERE seq = 3", 'Link 3 does not follow from link 2.'],
  [
    'DELETE FROM audit_links WHERE seq > 6',
    'Rows after link 6 were deleted or replaced: the data folder remembers link 8.',
  ],
])(
  'keeps and reports a legacy chain that was changed by %s, and starts a new chain',
  async ([statement, expected]) => {
    const file = sealFile(dataDir, await databaseIdentity(database.db), 'head')
    writeFileSync(file, `8 ${end.toString('hex')}\n`)
    await tamper(statement)
    const before = await links()
    await convert()
    expect(logged).toEqual([expect.stringContaining(expected)])
    expect(await links()).toBe(before)
    await sealNew()
    expect(await reason()).toContain(expected)
    await convert()
    expect(logged, 'logs the error once').toHaveLength(1)
    expect(await newestSeal(database.db)).toMatchObject({ seq: 2, is_former: false })
  },
)

test('keeps a legacy chain whose key is missing', async () => {
  const oldKeys = keys
  keys = readAuditKeys(readConfig({ DATA_DIR: join(dataDir, 'other') }, '/'))
  setDigestKey(() => keys[0])
  await convert()
  expect(logged).toEqual([expect.stringContaining('A key is missing for row 1.')])
  await sealNew()
  expect([await reason(), await links()]).toEqual(['missing keys', 8])
  expect(await reason([...keys, ...oldKeys])).toBe('intact')
})

test('rolls back a conversion that fails, and completes it once when several instances start', async () => {
  await asOwner((owner) => owner.query('CREATE VIEW in_the_way AS SELECT FROM audit_links'))
  await expect(convert()).rejects.toThrow('other objects depend on it')
  expect([await newestSeal(database.db), await links()]).toEqual([undefined, 8])
  await asOwner((owner) => owner.query('DROP VIEW in_the_way'))
  await Promise.all([convert(), convert(), convert()])
  expect([await reason(), (await newestSeal(database.db))?.seq, await links()]).toEqual(['intact', 1, 'gone'])
  expect(existsSync(sealFile(dataDir, await databaseIdentity(database.db)))).toBe(true)
})
