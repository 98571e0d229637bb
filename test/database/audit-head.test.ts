import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { databaseIdentity } from '#server/audit/chain-store.ts'
import { auditKeyring, type Keyring } from '#server/audit/keyring.ts'
import { fileOfHead, forgetHead, rememberedHead, rememberHead } from '#server/audit/remembered-head.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { recordAudit } from '#server/audit/store.ts'
import { verifyChain } from '#server/audit/verify-chain.ts'
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
    log: { error: (_: unknown, sentence?: string) => logged.push(sentence ?? '') },
  })
const remembered = () => rememberedHead(dataDir, identity)?.seq

async function reason(): Promise<string> {
  const verdict = await verifyChain({ db: database.db, keys, dataDir, progress: () => {} })
  return verdict.outcome === 'broken' ? verdict.reason : verdict.outcome
}

async function recordAndSeal(count: number, seal = sealer()): Promise<void> {
  const event = { at: new Date(), action: 'viewed', kind: 'client' } as const
  await recordAudit(database.db, ...Array.from({ length: count }, () => event))
  await seal()
}

/** What the superuser of the database can do. */
const cutOffAfter = (link: number) =>
  inSession(database.superuserConnection, (client) =>
    client.query(`
      SET session_replication_role = replica;
      DELETE FROM audit_events WHERE id IN (SELECT event_id FROM audit_links WHERE seq > ${link});
      DELETE FROM audit_links WHERE seq > ${link}`),
  )

test('a tail that was cut off stays noticed, whatever is sealed after it', async () => {
  const seal = sealer()
  await recordAndSeal(10, seal)
  await cutOffAfter(6)
  await recordAndSeal(1, seal)
  await recordAndSeal(1, seal)
  expect(await reason()).toContain('The trail ends at link 8, but the data folder remembers link 10')
  await recordAndSeal(30)
  expect(await reason()).toContain('Link 10, for row 14, is not the one that the data folder remembers')
  expect(remembered()).toBe(10)
})

test('the log tells of it once for each start', async () => {
  const seal = sealer()
  await recordAndSeal(10, seal)
  await cutOffAfter(6)
  for (let row = 1; row <= 5; row++) await recordAndSeal(1, seal)
  expect(logged).toEqual([expect.stringContaining('no longer holds link 10')])
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
  expect(await reason()).toContain('The trail ends at link 7')
})

test('a restore, which forgets the link, lets a running server remember anew', async () => {
  const seal = sealer()
  await recordAndSeal(10, seal)
  await cutOffAfter(6)
  forgetHead(dataDir, identity)
  await recordAndSeal(1, seal)
  expect([await reason(), remembered(), logged]).toEqual(['whole', 7, []])
})

test('a folder whose link is older, because other instances sealed meanwhile, remembers on', async () => {
  await recordAndSeal(3)
  await recordAndSeal(5, sealer(elsewhere))
  expect([await reason(), remembered()]).toEqual(['whole', 3])
  await recordAndSeal(2)
  expect([await reason(), remembered(), logged]).toEqual(['whole', 10, []])
})

test('a later link that another process of the folder remembered is not gone back from', async () => {
  await rememberHead(dataDir, identity, { seq: 9, hash: Buffer.alloc(32, 9) })
  await rememberHead(dataDir, identity, { seq: 8, hash: Buffer.alloc(32, 8) })
  expect(remembered()).toBe(9)
})

test('a damaged file is left to a person as well, and rows are sealed nevertheless', async () => {
  const seal = sealer()
  await recordAndSeal(2, seal)
  writeFileSync(fileOfHead(dataDir, identity), 'nonsense')
  await recordAndSeal(1, seal)
  await recordAndSeal(1, seal)
  expect(readFileSync(fileOfHead(dataDir, identity), 'utf8')).toBe('nonsense')
  expect(logged).toEqual([expect.stringContaining('is damaged')])
  rmSync(fileOfHead(dataDir, identity))
  expect(await reason()).toBe('whole')
})
