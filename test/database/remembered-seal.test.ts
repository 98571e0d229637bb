import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Keyring, readAuditKeys } from '#server/audit/keyring.ts'
import {
  rememberedSeal,
  rememberSeal,
  resetRememberedSeal,
  type SealFolder,
  sealFile,
} from '#server/audit/remembered-seal.ts'
import { databaseIdentity } from '#server/audit/seal-store.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { type AuditTrail, auditTrail } from '#server/audit/store.ts'
import { verifyTrail } from '#server/audit/verify-trail.ts'
import { readConfig } from '#server/config.ts'
import { kyselyFor } from '#server/database/connection.ts'
import { inSession } from '#test/support/database-server.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

let audit: AuditTrail

/* The seal that the data folder remembers, and how an operator resets it. */

const database = await createTestDatabase()
const identity = await databaseIdentity(database.db)
let dataDir: string
let elsewhere: string
let keys: Keyring
let logged: string[]

beforeEach(async () => {
  await inSession(database.superuserConnection, (client) =>
    client.query(
      'SET session_replication_role = replica; TRUNCATE audit_events, audit_seals RESTART IDENTITY',
    ),
  )
  dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-audit-'))
  elsewhere = mkdtempSync(join(tmpdir(), 'stable-housing-audit-'))
  keys = readAuditKeys(readConfig({ DATA_DIR: dataDir }, '/'))
  logged = []
  audit = auditTrail(keys[0])
  return () => {
    for (const folder of [dataDir, elsewhere]) rmSync(folder, { recursive: true })
  }
})

/** Each start of a server has its own. */
const sealer = (...paths: string[]) => {
  const { round, kept } = sealingRounds({
    db: database.db,
    keys,
    folders: foldersAt(...(paths.length > 0 ? paths : [dataDir])),
    log: { error: (sentence: unknown) => logged.push(String(sentence)) },
  })
  return () =>
    round()
      .then(kept)
      .then(() => {})
}
const foldersAt = (path = '', anchor?: string): [SealFolder, ...SealFolder[]] => [
  { name: 'the data folder', path },
  ...(anchor ? [{ name: 'AUDIT_ANCHOR_DIR', path: anchor }] : []),
]
const remembered = async (folder = dataDir) => (await rememberedSeal(folder, identity))?.seq

async function reason(): Promise<string> {
  const verdict = await verifyTrail({
    db: database.db,
    keys,
    folders: foldersAt(dataDir),
    progress: () => {},
  })
  return verdict.outcome === 'broken' ? verdict.reason : verdict.outcome
}

/** Adds rows, each with a seal of its own. */
async function recordAndSeal(count: number, seal = sealer()): Promise<void> {
  for (let row = 1; row <= count; row += 1) {
    await audit.record(database.db, { at: new Date(), action: 'viewed', kind: 'client' })
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

test('detects that the newest rows were deleted, even after further rows were sealed [T477]', async () => {
  const seal = sealer()
  await recordAndSeal(10, seal)
  await cutOffAfter(6)
  await recordAndSeal(1, seal)
  await recordAndSeal(1, seal)
  expect(await reason()).toContain('The trail ends at seal 8, but the data folder remembers seal 10')
  await recordAndSeal(30)
  expect(await reason()).toContain('Seal 10 is not the one that the data folder remembers')
  expect(await remembered()).toBe(10)
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
  expect([await reason(), await remembered()]).toEqual(['intact', 8])
  await cutOffAfter(7)
  expect(await reason()).toContain('The trail ends at seal 7')
})

test('resets the remembered seal to the newest restored one', async () => {
  await recordAndSeal(10)
  await cutOffAfter(6)
  await resetRememberedSeal(dataDir, database.db, { isGenuine: true })
  expect([await reason(), await remembered()]).toEqual(['intact', 6])
  await cutOffAfter(5)
  expect(await reason()).toContain('The trail ends at seal 5, but the data folder remembers seal 6')
  await cutOffAfter(0)
  await resetRememberedSeal(dataDir, database.db, { isGenuine: true })
  expect(await remembered()).toBeUndefined()
})

test('remembers no seal of a backup whose origin is unknown', async () => {
  await recordAndSeal(3)
  await cutOffAfter(2)
  await resetRememberedSeal(dataDir, database.db, { isGenuine: false })
  expect(await remembered()).toBeUndefined()
})

test('accepts an older remembered seal when other instances have sealed since', async () => {
  await recordAndSeal(3)
  await recordAndSeal(5, sealer(elsewhere))
  expect([await reason(), await remembered()]).toEqual(['intact', 3])
  await recordAndSeal(2)
  expect([await reason(), await remembered(), logged]).toEqual(['intact', 10, []])
})

test('keeps a later seal that another process remembered', async () => {
  await recordAndSeal(2)
  const first = await database.db
    .selectFrom('audit_seals')
    .selectAll()
    .orderBy('seq')
    .executeTakeFirstOrThrow()
  await rememberSeal(database.db, { name: 'the data folder', path: dataDir }, first)
  expect(await remembered()).toBe(2)
})

test('keeps the newest seal in AUDIT_ANCHOR_DIR, too, which notices what the data folder has forgotten [T461]', async () => {
  await recordAndSeal(4, sealer(dataDir, elsewhere))
  expect([await remembered(), await remembered(elsewhere)]).toEqual([4, 4])
  const verify = () =>
    verifyTrail({ db: database.db, keys, folders: foldersAt(dataDir, elsewhere), progress: () => {} })
  expect(await verify()).toMatchObject({
    outcome: 'intact',
    comparedWith: [{ name: 'the data folder' }, { name: 'AUDIT_ANCHOR_DIR', seal: { seq: 4 } }],
  })
  await cutOffAfter(2)
  rmSync(sealFile(dataDir, identity))
  await recordAndSeal(3, sealer(dataDir, elsewhere))
  expect(await remembered(elsewhere)).toBe(4)
  expect(logged).toEqual([expect.stringContaining('no longer contains seal 4 as AUDIT_ANCHOR_DIR')])
  expect(await verify()).toMatchObject({
    reason: expect.stringContaining(`remove the file ${sealFile(elsewhere, identity)};`),
  })
  await resetRememberedSeal(dataDir, database.db, { isGenuine: true })
  expect(await verify(), 'only a person resets it').toMatchObject({ outcome: 'broken' })
})

test('goes on sealing while a folder can’t be written, and writes the newest seal once it can [T462]', async () => {
  const missing = join(elsewhere, 'unmounted')
  const { round, kept, isKept, isOnTime } = sealingRounds({
    db: database.db,
    keys,
    folders: foldersAt(dataDir, missing),
    log: { error: (sentence: unknown) => logged.push(String(sentence)) },
  })
  const seal = () =>
    round()
      .then(kept)
      .then(() => {})
  await recordAndSeal(3, seal)
  expect([isKept(), isOnTime(), await remembered()]).toEqual([false, true, 3])
  expect(logged).toEqual([
    `the newest seal of the audit trail could not be written to ${sealFile(missing, identity)}: no such file or directory`,
  ])
  mkdirSync(missing)
  await seal()
  expect([isKept(), await remembered(missing)]).toEqual([true, 3])
})

test('reports a folder that does not answer within 10 seconds, and does not wait for it [T463]', async () => {
  const { promise: answer, resolve: goOn } = Promise.withResolvers<void>()
  const { open } = fs
  vi.spyOn(fs, 'open').mockImplementation(async (file, ...how) => {
    if (String(file).startsWith(elsewhere)) await answer
    return await open(file, ...how)
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  let now = 0
  const { round, isKept, isOnTime, kept } = sealingRounds({
    db: database.db,
    keys,
    folders: foldersAt(dataDir, elsewhere),
    log: { error: () => {} },
    monotonic: () => now,
  })
  for (now of [0, 10_000]) {
    await audit.record(database.db, { at: new Date(), action: 'viewed', kind: 'client' })
    await round()
    expect([isKept(), isOnTime()]).toEqual([now === 0, true])
  }
  goOn()
  await kept()
  expect(await remembered(elsewhere)).toBe(2)
})

test('reads no link and no pipe in the place of a seal [T1101]', async () => {
  await recordAndSeal(1)
  const file = sealFile(elsewhere, identity)
  symlinkSync(sealFile(dataDir, identity), file)
  await expect(remembered(elsewhere)).rejects.toThrow(
    `${file} is a link or not a regular file, and is not read.`,
  )
  rmSync(file)
  execFileSync('mkfifo', [file])
  await recordAndSeal(1, sealer(dataDir, elsewhere))
  expect(logged).toEqual([`${file} is a link or not a regular file, and is not read.`])
})

test('does not blame the folder for a lost connection to the database', async () => {
  await recordAndSeal(1, sealer())
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  const db = kyselyFor({
    query: async (text: string, values: unknown[]) => {
      if (text.includes('audit_seals')) throw lost
      return await database.pool.query(text, values)
    },
  } as unknown as pg.ClientBase)
  const [folder] = foldersAt(dataDir)
  await expect(rememberSeal(db, folder, { seq: 2, hash: Buffer.alloc(32) })).rejects.toBe(lost)
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
