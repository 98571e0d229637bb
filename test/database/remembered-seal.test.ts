import fs, { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Keyring, readAuditKeys } from '#server/audit/keyring.ts'
import { rememberedSeal, rememberSeal, resetRememberedSeal, sealFile } from '#server/audit/remembered-seal.ts'
import { databaseIdentity } from '#server/audit/seal-store.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { recordAudit, setDigestKey } from '#server/audit/store.ts'
import { verifyTrail } from '#server/audit/verify-trail.ts'
import { readConfig } from '#server/config.ts'
import { inSession } from '#test/support/database-server.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

/* The seal that the data folder remembers, and how an operator resets it. */

let database: TestDatabase
let identity: string
let dataDir: string
let elsewhere: string
let keys: Keyring
let logged: string[]

beforeEach(async () => {
  database = await createTestDatabase()
  identity = await databaseIdentity(database.db)
  dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-audit-'))
  elsewhere = mkdtempSync(join(tmpdir(), 'stable-housing-audit-'))
  keys = readAuditKeys(readConfig({ DATA_DIR: dataDir }, '/'))
  logged = []
  setDigestKey(() => keys[0])
  return () => {
    for (const folder of [dataDir, elsewhere]) rmSync(folder, { recursive: true })
  }
})

/** Each start of a server has its own. */
const sealer = (folder = dataDir) =>
  sealingRounds({
    db: database.db,
    key: keys[0],
    dataDir: folder,
    log: { error: (sentence: unknown) => logged.push(String(sentence)) },
  }).round
const remembered = () => rememberedSeal(dataDir, identity)?.seq

async function reason(): Promise<string> {
  const verdict = await verifyTrail({ db: database.db, keys, dataDir, progress: () => {} })
  return verdict.outcome === 'broken' ? verdict.reason : verdict.outcome
}

/** Adds rows, each with a seal of its own. */
async function recordAndSeal(count: number, seal = sealer()): Promise<void> {
  for (let row = 1; row <= count; row += 1) {
    await recordAudit(database.db, { at: new Date(), action: 'viewed', kind: 'client' })
    await seal()
  }
}

/** Only the database's superuser can do this. */
const cutOffAfter = (seal: number) =>
  inSession(database.superuserConnection, (client) =>
    client.query(`
      SET session_replication_role = replica;
      DELETE FROM audit_events USING audit_seals WHERE seq > ${seal} AND event_ids @> id;
      DELETE FROM audit_seals WHERE seq > ${seal}`),
  )

test('detects that the newest rows were deleted, even after further rows were sealed', async () => {
  const seal = sealer()
  await recordAndSeal(10, seal)
  await cutOffAfter(6)
  await recordAndSeal(1, seal)
  await recordAndSeal(1, seal)
  expect(await reason()).toContain('The trail ends at seal 8, but the data folder remembers seal 10')
  await recordAndSeal(30)
  expect(await reason()).toContain('Seal 10 is not the one that the data folder remembers')
  expect(remembered()).toBe(10)
})

test('logs deleted rows at the end of the trail once per start', async () => {
  const seal = sealer()
  await recordAndSeal(10, seal)
  await cutOffAfter(6)
  for (let row = 1; row <= 5; row++) await recordAndSeal(1, seal)
  expect(logged).toEqual([expect.stringContaining('no longer contains seal 10')])
  await recordAndSeal(1)
  expect(logged).toHaveLength(2)
})

test('accepts the trail after an operator removed the file that verify-audit names', async () => {
  const seal = sealer()
  await recordAndSeal(10, seal)
  await cutOffAfter(6)
  await recordAndSeal(1, seal)
  const [, file] = /remove the file (\S+);/.exec(await reason()) ?? []
  rmSync(file ?? '')
  expect(await reason()).toBe('intact')
  await recordAndSeal(1, seal)
  expect([await reason(), remembered()]).toEqual(['intact', 8])
  await cutOffAfter(7)
  expect(await reason()).toContain('The trail ends at seal 7')
})

test('resets the remembered seal to the newest restored one', async () => {
  await recordAndSeal(10)
  await cutOffAfter(6)
  await resetRememberedSeal(dataDir, database.db, { isGenuine: true })
  expect([await reason(), remembered()]).toEqual(['intact', 6])
  await cutOffAfter(5)
  expect(await reason()).toContain('The trail ends at seal 5, but the data folder remembers seal 6')
  await cutOffAfter(0)
  await resetRememberedSeal(dataDir, database.db, { isGenuine: true })
  expect(remembered()).toBeUndefined()
})

test('remembers no seal of a backup whose origin is unknown', async () => {
  await recordAndSeal(3)
  await cutOffAfter(2)
  await resetRememberedSeal(dataDir, database.db, { isGenuine: false })
  expect(remembered()).toBeUndefined()
})

test('accepts an older remembered seal when other instances have sealed since', async () => {
  await recordAndSeal(3)
  await recordAndSeal(5, sealer(elsewhere))
  expect([await reason(), remembered()]).toEqual(['intact', 3])
  await recordAndSeal(2)
  expect([await reason(), remembered(), logged]).toEqual(['intact', 10, []])
})

test('remembers a seal without a blocking write on the thread that answers requests', async () => {
  const blocking = [vi.spyOn(fs, 'writeFileSync'), vi.spyOn(fs, 'fsyncSync')]
  await recordAndSeal(1)
  for (const call of blocking) expect(call).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

test('keeps a later seal that another process remembered', async () => {
  await recordAndSeal(2)
  const first = await database.db
    .selectFrom('audit_seals')
    .selectAll()
    .orderBy('seq')
    .executeTakeFirstOrThrow()
  await rememberSeal(database.db, dataDir, first)
  expect(remembered()).toBe(2)
})

test('reports a damaged file, leaves it unchanged and continues to seal', async () => {
  const seal = sealer()
  await recordAndSeal(2, seal)
  writeFileSync(sealFile(dataDir, identity), 'nonsense')
  await recordAndSeal(1, seal)
  await recordAndSeal(1, seal)
  expect(readFileSync(sealFile(dataDir, identity), 'utf8')).toBe('nonsense')
  expect(logged).toEqual([expect.stringContaining('is damaged')])
  rmSync(sealFile(dataDir, identity))
  expect(await reason()).toBe('intact')
})
