import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { auditKeyring, type Keyring } from '#server/audit/keyring.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { recordAudit } from '#server/audit/store.ts'
import { verifyChain } from '#server/audit/verify-chain.ts'
import { readConfig } from '#server/config.ts'
import { tryLock } from '#server/database/locks.ts'
import { inSession } from '#test/support/database-server.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
let dataDir: string
let keys: Keyring
let seal: () => Promise<void>

beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-audit-'))
  keys = keyring()
  seal = sealer()
  return async () => {
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
})

const keyring = (env: Record<string, string> = {}) =>
  auditKeyring(readConfig({ DATA_DIR: dataDir, ...env }, '/'))
const sealer = ([key] = keys, folder = dataDir) =>
  sealingRounds({ db: database.db, key, dataDir: folder, log: { error: () => {} } })
const verify = (ring = keys) => verifyChain({ db: database.db, keys: ring, dataDir, progress: () => {} })
const reasonOf = async (ring?: Keyring) => {
  const verdict = await verify(ring)
  return verdict.outcome === 'broken' ? verdict.reason : verdict.outcome
}

function otherFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stable-housing-audit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function record(count: number) {
  const event = { at: new Date('2026-06-15T15:00:00.123Z'), action: 'viewed', kind: 'client' } as const
  const actor = { role: 'manager', id: crypto.randomUUID() } as const
  return recordAudit(
    database.db,
    ...Array.from({ length: count }, () => ({ ...event, actor, details: { fields: ['phone'] } })),
  )
}

/** What a thief with the database's own superuser can do: triggers and foreign keys are switched off. */
function tamper(statement: string): Promise<unknown> {
  return inSession(database.superuserConnection, async (client) => {
    await client.query('SET session_replication_role = replica')
    await client.query(statement)
  })
}

test('rows are sealed in one chain without a gap, and what is sealed once stays as it is', async () => {
  await record(3)
  await seal()
  await record(4_500)
  await seal()
  await seal()
  expect(await verify()).toMatchObject({ outcome: 'whole', head: { seq: 4_503 }, unsealed: 0 })
})

test('a row that is not sealed yet breaks nothing and is counted', async () => {
  await record(2)
  await seal()
  await record(1)
  expect(await verify()).toMatchObject({ outcome: 'whole', unsealed: 1 })
})

test('a row that was committed later than one with a higher number is sealed after it', async () => {
  const late = database.db.transaction().execute(async (trx) => {
    await recordAudit(trx, { at: new Date(), action: 'added', kind: 'client' })
    await record(1)
    await seal()
  })
  await late
  await seal()
  expect(await verify()).toMatchObject({ outcome: 'whole', head: { seq: 2 }, unsealed: 0 })
  const { rows } = await sql`SELECT event_id FROM audit_links ORDER BY seq`.execute(database.db)
  expect(rows).toEqual([{ event_id: 2 }, { event_id: 1 }])
})

test('a row that was committed very late is found by a look at everything, which takes a part of the trail each round', async () => {
  let now = 0
  const parts = { clock: () => now, perLook: 10 }
  const begin = () =>
    sealingRounds({ db: database.db, key: keys[0], dataDir, log: { error: () => {} } }, parts)
  const unsealed = async () => {
    const verdict = await verify()
    return verdict.outcome === 'whole' ? verdict.unsealed : verdict.outcome
  }
  const recordLate = async () => {
    await record(25)
    const late = await database.db.startTransaction().execute()
    await recordAudit(late, { at: new Date(), action: 'added', kind: 'client' })
    await record(24)
    return late
  }
  const running = begin()
  const first = await recordLate()
  for (let round = 0; round < 10; round += 1) {
    await running()
    now += 60_001
  }
  await first.commit().execute()
  await running()
  expect(await unsealed(), 'what was settled is left alone').toBe(1)
  now += 60 * 60 * 1000
  await running()
  for (const left of [1, 1, 0]) {
    await running()
    expect(await unsealed()).toBe(left)
  }

  const second = await recordLate()
  await running()
  await second.commit().execute()
  const started = begin()
  for (const left of [1, 1, 1, 1, 1, 1, 1, 0]) {
    await started()
    expect(await unsealed(), 'from a start on').toBe(left)
  }
})

test('a look at everything comes back to the part at which another instance was sealing', async () => {
  await record(25)
  await seal()
  const late = await database.db.startTransaction().execute()
  await recordAudit(late, { at: new Date(), action: 'added', kind: 'client' })
  await record(50)
  await seal()
  await late.commit().execute()
  const started = sealingRounds(
    { db: database.db, key: keys[0], dataDir, log: { error: () => {} } },
    { perLook: 40 },
  )
  await database.db.transaction().execute(async (other) => {
    expect(await tryLock(other, 'audit chain')).toBe(true)
    await started()
  })
  expect(await verify()).toMatchObject({ unsealed: 1 })
  await started()
  expect(await verify()).toMatchObject({ outcome: 'whole', unsealed: 0 })
})

test('rows whose numbers begin again at lower ones, as in a database that was put back, are sealed at once', async () => {
  let now = 0
  const running = sealingRounds(
    { db: database.db, key: keys[0], dataDir, log: { error: () => {} } },
    { clock: () => now },
  )
  await record(30)
  for (let round = 0; round < 3; round += 1) {
    await running()
    now += 60_001
  }
  await tamper('DELETE FROM audit_links WHERE seq > 10; DELETE FROM audit_events WHERE id > 10')
  await tamper('ALTER TABLE audit_events ALTER COLUMN id RESTART WITH 11')
  await running()
  await record(1)
  await running()
  const { rows } = await sql`SELECT max(event_id)::int AS sealed FROM audit_links`.execute(database.db)
  expect(rows).toEqual([{ sealed: 11 }])
})

test('four sealers at once make one chain', async () => {
  await record(900)
  const others = Array.from({ length: 4 }, () => sealer())
  await Promise.all(others.map((round) => round()))
  await seal()
  expect(await verify()).toMatchObject({ outcome: 'whole', head: { seq: 900 }, unsealed: 0 })
})

test.for<[statement: string, reason: string]>([
  ["UPDATE audit_events SET action = 'added' WHERE id = 7", 'Row 7, sealed by link 7, was changed'],
  ["UPDATE audit_events SET at = at + interval '1 microsecond' WHERE id = 7", 'Row 7, sealed by link 7, was'],
  ["UPDATE audit_events SET details = '{}' WHERE id = 7", 'Row 7, sealed by link 7, was changed'],
  ['UPDATE audit_events SET actor_id = NULL WHERE id = 7', 'Row 7, sealed by link 7, was changed'],
  ['DELETE FROM audit_events WHERE id = 7', 'Row 7, sealed by link 7, is missing.'],
  ['DELETE FROM audit_links WHERE seq = 7', 'Link 7 is missing.'],
  ["UPDATE audit_links SET hash = sha256('x') WHERE seq = 7", 'Row 7, sealed by link 7, was changed'],
  [
    'UPDATE audit_links SET event_id = event_id + 100 WHERE seq IN (7, 8); UPDATE audit_links SET event_id = 15 - seq WHERE seq IN (7, 8)',
    'Row 8, sealed by link 7, was changed',
  ],
  [
    'DELETE FROM audit_links WHERE seq > 6; DELETE FROM audit_events WHERE id > 6',
    'The trail ends at link 6, but the data folder remembers link 10',
  ],
  ['DELETE FROM audit_links; DELETE FROM audit_events', 'The trail ends at link 0'],
])('%s is noticed and named', async ([statement, reason]) => {
  await record(10)
  await seal()
  expect(await reasonOf()).toBe('whole')
  await tamper(statement)
  expect(await reasonOf()).toContain(reason)
})

test('a trail that was removed and written anew is noticed', async () => {
  await record(10)
  await seal()
  await tamper('DELETE FROM audit_links; DELETE FROM audit_events')
  await record(12)
  await sealer(keys, otherFolder())()
  expect(await reasonOf()).toContain('Link 10, for row 20, is not the one that the data folder remembers')
})

test('a changed SESSION_SECRET of several instances seals on, and what was sealed before still verifies', async () => {
  const external = { DATABASE_URL: 'postgres://app@127.0.0.1/x' }
  const before = keyring({ ...external, SESSION_SECRET: 'dVYZ2GmT3nq4Hw8sKx1LbRe6UfJc0PaQ' })
  await record(2)
  await sealer(before)()
  const after = keyring({ ...external, SESSION_SECRET: '7sFh2KqLw9ZxVb4NmTr8YcJd5GpQe3Ua' })
  expect(after[0].id).not.toBe(before[0].id)
  await record(2)
  await sealer(after)()
  expect(await reasonOf(after)).toBe('whole')
})

test('without the key of some rows the others are checked, and it is said which key is missing', async () => {
  const [former] = keys
  await record(4)
  await seal()
  const [own] = auditKeyring(readConfig({ DATA_DIR: otherFolder() }, '/'))
  await record(6)
  await sealer([own])()
  expect(await verify([own])).toEqual({ outcome: 'uncheckable', rows: 4, missingKeys: [former.id] })
  await tamper('UPDATE audit_events SET actor_id = NULL WHERE id = 7')
  expect(await reasonOf([own])).toContain('Row 7, sealed by link 7, was changed')
  await tamper('DELETE FROM audit_events WHERE id = 3')
  expect(await reasonOf([own])).toContain('Row 3, sealed by link 3, is missing')
})

test('every start of one data folder has the same key, and another data folder another', () => {
  expect(keyring()).toEqual(keys)
  expect(auditKeyring(readConfig({ DATA_DIR: otherFolder() }, '/'))[0].id).not.toBe(keys[0].id)
})
