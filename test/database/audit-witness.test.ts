import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { auditKeyring, type Keyring } from '#server/audit/keyring.ts'
import { fileOfSeal, rememberAnew, rememberedSeal, rememberSeal } from '#server/audit/remembered-seal.ts'
import { databaseIdentity } from '#server/audit/seal-store.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { digestRowsWith, recordAudit } from '#server/audit/store.ts'
import { verifyTrail } from '#server/audit/verify-trail.ts'
import { readConfig } from '#server/config.ts'
import { inSession } from '#test/support/database-server.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

/* What the data folder remembers of the trail's end, and what it takes to make it forget. */

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
  keys = auditKeyring(readConfig({ DATA_DIR: dataDir }, '/'))
  logged = []
  digestRowsWith(() => keys[0])
  return async () => {
    await database.close()
    for (const folder of [dataDir, elsewhere]) rmSync(folder, { recursive: true })
  }
})

/** As each start of a server has one. */
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

/** So many rows, each with a seal of its own. */
async function recordAndSeal(count: number, seal = sealer()): Promise<void> {
  for (let row = 1; row <= count; row += 1) {
    await recordAudit(database.db, { at: new Date(), action: 'viewed', kind: 'client' })
    await seal()
  }
}

/** What the superuser of the database can do. */
const cutOffAfter = (seal: number) =>
  inSession(database.superuserConnection, (client) =>
    client.query(`
      SET session_replication_role = replica;
      DELETE FROM audit_events USING audit_seals WHERE seq > ${seal} AND event_ids @> id;
      DELETE FROM audit_seals WHERE seq > ${seal}`),
  )

test('a tail that was cut off stays noticed, whatever is sealed after it', async () => {
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

test('the log tells of it once for each start', async () => {
  const seal = sealer()
  await recordAndSeal(10, seal)
  await cutOffAfter(6)
  for (let row = 1; row <= 5; row++) await recordAndSeal(1, seal)
  expect(logged).toEqual([expect.stringContaining('no longer holds seal 10')])
  await recordAndSeal(1)
  expect(logged).toHaveLength(2)
})

test('a person who has dealt with it removes the file that verify-audit names; the trail goes on from what is there', async () => {
  const seal = sealer()
  await recordAndSeal(10, seal)
  await cutOffAfter(6)
  await recordAndSeal(1, seal)
  const [, file] = /remove the file (\S+);/.exec(await reason()) ?? []
  rmSync(file ?? '')
  expect(await reason()).toBe('whole')
  await recordAndSeal(1, seal)
  expect([await reason(), remembered()]).toEqual(['whole', 8])
  await cutOffAfter(7)
  expect(await reason()).toContain('The trail ends at seal 7')
})

test('after a restore the newest seal that was restored is remembered, if there is one', async () => {
  await recordAndSeal(10)
  await cutOffAfter(6)
  await rememberAnew(dataDir, database.db)
  expect([await reason(), remembered()]).toEqual(['whole', 6])
  await cutOffAfter(5)
  expect(await reason()).toContain('The trail ends at seal 5, but the data folder remembers seal 6')
  await cutOffAfter(0)
  await rememberAnew(dataDir, database.db)
  expect(remembered()).toBeUndefined()
})

test('a folder whose seal is older, because other instances sealed meanwhile, remembers on', async () => {
  await recordAndSeal(3)
  await recordAndSeal(5, sealer(elsewhere))
  expect([await reason(), remembered()]).toEqual(['whole', 3])
  await recordAndSeal(2)
  expect([await reason(), remembered(), logged]).toEqual(['whole', 10, []])
})

test('a later seal that another process of the folder remembered is not gone back from', async () => {
  await recordAndSeal(2)
  const first = await database.db
    .selectFrom('audit_seals')
    .selectAll()
    .orderBy('seq')
    .executeTakeFirstOrThrow()
  await rememberSeal(database.db, dataDir, first)
  expect(remembered()).toBe(2)
})

test('a damaged file is left to a person as well, and rows are sealed nevertheless', async () => {
  const seal = sealer()
  await recordAndSeal(2, seal)
  writeFileSync(fileOfSeal(dataDir, identity), 'nonsense')
  await recordAndSeal(1, seal)
  await recordAndSeal(1, seal)
  expect(readFileSync(fileOfSeal(dataDir, identity), 'utf8')).toBe('nonsense')
  expect(logged).toEqual([expect.stringContaining('is damaged')])
  rmSync(fileOfSeal(dataDir, identity))
  expect(await reason()).toBe('whole')
})
