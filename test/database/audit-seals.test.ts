import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { auditKeyring, type Keyring } from '#server/audit/keyring.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { digestRowsWith, recordAudit } from '#server/audit/store.ts'
import { verifyTrail } from '#server/audit/verify-trail.ts'
import { readConfig } from '#server/config.ts'
import { tryLock } from '#server/database/locks.ts'
import { addNote } from '#server/notes/store.ts'
import { inSession } from '#test/support/database-server.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
let dataDir: string
let keys: Keyring
let logged: string[]
let now: number
let seal: () => Promise<void>

beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-audit-'))
  keys = keyring()
  logged = []
  now = 0
  seal = sealer().round
  digestRowsWith(() => keys[0])
  return async () => {
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
})

const keyring = (env: Record<string, string> = {}) =>
  auditKeyring(readConfig({ DATA_DIR: dataDir, ...env }, '/'))
const sealer = ([key] = keys, folder = dataDir) => {
  const log = { error: (first: unknown, sentence?: string) => logged.push(sentence ?? String(first)) }
  return sealingRounds({ db: database.db, key, dataDir: folder, log, monotonic: () => now })
}
const verify = (ring = keys) => verifyTrail({ db: database.db, keys: ring, dataDir, progress: () => {} })
const reasonOf = async (ring?: Keyring) => {
  const verdict = await verify(ring)
  return verdict.outcome === 'broken' ? verdict.reason : verdict.outcome
}
const seals = async () =>
  (await sql`SELECT event_ids::text AS ids, missing::text FROM audit_seals ORDER BY seq`.execute(database.db))
    .rows

function otherFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stable-housing-audit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const event = () => ({ at: new Date(), action: 'viewed', kind: 'client' }) as const

function record(count: number, db = database.db) {
  const actor = { role: 'manager', id: crypto.randomUUID() } as const
  const details = {
    fields: ['phone'],
    client: 'a',
    count: 7,
    role: { to: 'admin', from: 'manager' },
  } as const
  const row = { ...event(), actor, details: { ...details, fields: [...details.fields] } }
  return recordAudit(db, ...Array.from({ length: count }, () => row))
}

/** A transaction that has drawn the next number and is not committed yet. */
async function recordLate() {
  const late = await database.db.startTransaction().execute()
  await record(1, late)
  return late
}

/** What a thief with the database's own superuser can do: triggers and foreign keys are switched off. */
function tamper(statement: string): Promise<unknown> {
  return inSession(database.superuserConnection, async (client) => {
    await client.query('SET session_replication_role = replica')
    await client.query(statement)
  })
}

test('rows are sealed a batch at a time, and what is sealed once stays as it is', async () => {
  await record(3)
  await seal()
  await record(14_500)
  await seal()
  await seal()
  expect(await seals()).toEqual([
    { ids: '{[1,4)}', missing: '{}' },
    { ids: '{[4,10004)}', missing: '{}' },
    { ids: '{[10004,14504)}', missing: '{}' },
  ])
  expect(await verify()).toMatchObject({ outcome: 'whole', rows: 14_503, end: { seq: 3 }, waiting: 0 })
})

test('rows that come while a round seals wait for the next round', async () => {
  await inSession(database.superuserConnection, (client) =>
    client.query(`
      CREATE FUNCTION record_meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO audit_events (at, action, record_kind, details) VALUES (now(), 'viewed', 'client', '{}');
        RETURN NULL;
      END $$;
      CREATE TRIGGER record_meanwhile AFTER INSERT ON audit_seals EXECUTE FUNCTION record_meanwhile()`),
  )
  await record(1)
  await seal()
  expect(await seals()).toEqual([{ ids: '{[1,2)}', missing: '{}' }])
  await seal()
  expect(await seals()).toHaveLength(2)
})

test("a note's row has a digest that fits, however its client's id is spelled", async () => {
  const { rows } = await database.pool.query(
    `INSERT INTO clients (first_name, last_name, service, email, phone, address, date_of_birth, created_at, updated_at)
     VALUES ('Hodan', 'Warsame', 'Housing', 'h@example.org', '6125550100', '1 Main St', '1988-02-28', now(), now()) RETURNING id`,
  )
  const { rows: authors } = await database.pool.query(
    `INSERT INTO employees (first_name, last_name, email, role, created_at, updated_at)
     VALUES ('Ada', 'Admin', 'ada@example.org', 'admin', now(), now()) RETURNING id AS "employeeId", email, role`,
  )
  const clientId = rows[0].id.toUpperCase()
  const note = await addNote(database.db, { clientId, text: 'Moved in.', author: authors[0] }, new Date())
  await seal()
  expect(await verify()).toMatchObject({ outcome: 'whole', rows: 1 })
  const trail = await database.pool.query('SELECT record_id, details FROM audit_events')
  expect(trail.rows).toEqual([{ record_id: note?.id, details: { client: rows[0].id } }])
})

test('a row that is not sealed yet breaks nothing and is counted', async () => {
  await record(2)
  await seal()
  await record(1)
  expect(await verify()).toMatchObject({ outcome: 'whole', rows: 2, waiting: 1 })
})

test('a row that has not been sealed for more than 10 seconds is told', async () => {
  await recordAudit(database.db, { ...event(), at: new Date(Date.now() - 11_000) }, event())
  expect(await verify()).toMatchObject({ outcome: 'unsealed', count: 1, first: 1 })
})

test('a row of an instance whose clock is slow is not taken for one that was never sealed', async () => {
  const slow = () => recordAudit(database.db, { ...event(), at: new Date(Date.now() - 11_000) })
  await slow()
  const verdict = verify()
  await pause(1_000)
  await seal()
  await slow()
  expect(await verdict).toMatchObject({ outcome: 'whole' })
  expect(await verify()).toMatchObject({ outcome: 'unsealed', count: 1 })
})

test('a row that is committed after later numbers were sealed is sealed', async () => {
  const late = await recordLate()
  await record(1)
  await seal()
  await late.commit().execute()
  await seal()
  expect(await seals()).toEqual([
    { ids: '{[2,3)}', missing: '{[1,2)}' },
    { ids: '{[1,2)}', missing: '{}' },
  ])
  expect(await verify()).toMatchObject({ outcome: 'whole', rows: 2, waiting: 0 })
})

test('numbers whose transactions were rolled back are waited for for an hour, and are no fault', async () => {
  const late = await recordLate()
  await late.rollback().execute()
  await record(1)
  await seal()
  await tamper("UPDATE audit_seals SET sealed_at = sealed_at - interval '59 minutes'")
  await record(1)
  await seal()
  expect((await seals()).at(-1)).toEqual({ ids: '{[3,4)}', missing: '{[1,2)}' })
  await tamper("UPDATE audit_seals SET sealed_at = sealed_at - interval '2 minutes' WHERE seq = 1")
  await record(1)
  await seal()
  expect((await seals()).at(-1)).toEqual({ ids: '{[4,5)}', missing: '{}' })
  await tamper("UPDATE audit_seals SET sealed_at = sealed_at + interval '61 minutes' WHERE seq = 1")
  expect(await reasonOf()).toBe('whole')
})

test('four sealers at once make one chain', async () => {
  await record(900)
  const others = Array.from({ length: 4 }, () => sealer())
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([...others.map((other) => other.round()), record(10)])
  }
  await seal()
  expect(await verify()).toMatchObject({ outcome: 'whole', rows: 950, waiting: 0 })
})

const row =
  "INSERT INTO audit_events (at, action, record_kind, digest) VALUES (now() - interval '1 day', 'viewed', 'client',"
const copied =
  'INSERT INTO audit_events (at, actor_id, actor_role, action, record_kind, record_id, details, digest) SELECT at, actor_id, actor_role, action, record_kind, record_id, details, digest FROM audit_events WHERE id = 3'

test.for<[statement: string, reason: string]>([
  [`${row} NULL)`, 'Row 11 has no digest: it was not written by this program.'],
  [`${row} sha256('x'))`, 'Row 11 is not what this program wrote: its digest does not fit.'],
  [`${row} (SELECT digest FROM audit_events WHERE id = 3))`, 'Row 11 is not what this program wrote'],
  [copied, 'Row 11 is a copy of row 3: both have the same digest.'],
])("the app's role does %s, which is named before and after it is sealed", async ([statement, reason]) => {
  await record(10)
  await seal()
  await database.pool.query(statement)
  expect(await reasonOf()).toContain(reason)
  await seal()
  expect(await seals()).toHaveLength(2)
  expect(await reasonOf()).toContain(reason)
})

test("the app's role can't choose a row's number", async () => {
  await expect(
    database.pool.query(
      "INSERT INTO audit_events (id, at, action, record_kind) OVERRIDING SYSTEM VALUE VALUES (77, now(), 'viewed', 'client')",
    ),
  ).rejects.toMatchObject({ code: '42501' })
})

test.for([1_000_000, -1, 2])(
  'a row with the number %d, chosen by the owner, is named, and sealing goes on',
  async (id) => {
    await record(1)
    const late = await recordLate()
    await late.rollback().execute()
    await record(1)
    await seal()
    // Number 2 is no longer waited for.
    await tamper("UPDATE audit_seals SET sealed_at = sealed_at - interval '61 minutes'")
    await record(1)
    await seal()
    await tamper("UPDATE audit_seals SET sealed_at = sealed_at + interval '61 minutes' WHERE seq = 1")
    expect(await reasonOf()).toBe('whole')
    await inSession(database.connection, (owner) =>
      owner.query(
        `INSERT INTO audit_events (id, at, action, record_kind, digest) OVERRIDING SYSTEM VALUE VALUES (${id}, now(), 'viewed', 'client', NULL)`,
      ),
    )
    await record(2)
    await seal()
    expect((await seals()).at(-1)).toEqual({ ids: '{[5,7)}', missing: '{}' })
    expect(await reasonOf()).toBe(`Row ${id} has no digest: it was not written by this program.`)
  },
)

test.for<[statement: string, reason: string]>([
  ["UPDATE audit_events SET action = 'added' WHERE id = 7", 'Row 7 is not what this program wrote'],
  ["UPDATE audit_events SET at = at + interval '1 microsecond' WHERE id = 7", 'Row 7 is not what this'],
  [
    "UPDATE audit_events SET at = (to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00 BC')::timestamptz WHERE id = 7",
    'Row 7 is not what this',
  ],
  ["UPDATE audit_events SET details = '{}' WHERE id = 7", 'Row 7 is not what this program wrote'],
  ['UPDATE audit_events SET actor_id = NULL WHERE id = 7', 'Row 7 is not what this program wrote'],
  ['UPDATE audit_events SET digest = NULL WHERE id = 7', 'Row 7 has no digest'],
  ['DELETE FROM audit_events WHERE id = 7', 'Row 7, listed by seal 2, is missing.'],
  [
    'UPDATE audit_events AS one SET digest = two.digest FROM audit_events AS two WHERE one.id IN (7, 8) AND two.id = 15 - one.id',
    'Seal 2, or one of its rows {[6,11)}, was changed after it was sealed.',
  ],
  ["UPDATE audit_seals SET event_ids = '{[6,10)}' WHERE seq = 2", 'Seal 2, or one of its rows {[6,10)}, was'],
  ["UPDATE audit_seals SET event_ids = '{(,)}' WHERE seq = 2", 'Seal 2, or one of its rows {(,)}, was'],
  ["UPDATE audit_seals SET hash = sha256('x') WHERE seq = 2", 'Seal 2, or one of its rows {[6,11)}, was'],
  ['UPDATE audit_seals SET sealed_at = now() WHERE seq = 2', 'Seal 2, or one of its rows {[6,11)}, was'],
  ["UPDATE audit_seals SET missing = '{[1,2)}' WHERE seq = 2", 'Seal 2, or one of its rows {[6,11)}, was'],
  ['UPDATE audit_seals SET is_former = true WHERE seq = 2', 'Seal 2, or one of its rows {[6,11)}, was'],
  ['DELETE FROM audit_seals WHERE seq = 2', 'Seal 2 is missing.'],
  ['DELETE FROM audit_seals WHERE seq = 1', 'Seal 1 is missing.'],
  ["UPDATE audit_seals SET previous_hash = sha256('x') WHERE seq = 2", 'Seal 2 does not follow from seal 1.'],
  [
    'DELETE FROM audit_seals WHERE seq > 1; DELETE FROM audit_events WHERE id > 5',
    'The trail ends at seal 1, but the data folder remembers seal 3',
  ],
  ['DELETE FROM audit_seals; DELETE FROM audit_events', 'The trail ends at seal 0'],
])('%s is noticed and named', async ([statement, reason]) => {
  for (let batch = 1; batch <= 3; batch += 1) {
    await record(5)
    await seal()
  }
  expect(await reasonOf()).toBe('whole')
  await tamper(statement)
  expect(await reasonOf()).toContain(reason)
})

test('a trail that was removed and written anew is noticed', async () => {
  await record(10)
  await seal()
  await tamper('DELETE FROM audit_seals; DELETE FROM audit_events')
  await record(12)
  await sealer(keys, otherFolder()).round()
  expect(await reasonOf()).toContain('Seal 1 is not the one that the data folder remembers')
})

test('an emptied trail is not called whole where the data folder remembers no seal', async () => {
  expect(await verify()).toMatchObject({ outcome: 'whole', rows: 0, isWitnessed: false })
  await record(3)
  await sealer(keys, otherFolder()).round()
  expect(await verify()).toMatchObject({ outcome: 'whole', rows: 3, isWitnessed: false })
  await seal()
  await record(1)
  await seal()
  expect(await verify()).toMatchObject({ outcome: 'whole', rows: 4, isWitnessed: true })
})

test('a row that waits for more than 10 seconds is told once, and again when it is another; health tells it, too', async () => {
  const { round, isWell } = sealer()
  const overdue = (row: number) =>
    `audit row ${row} has waited for its seal for more than 10 seconds; run verify-audit`
  await record(1)
  await database.db.transaction().execute(async (other) => {
    expect(await tryLock(other, 'audit chain')).toBe(true)
    for (now of [0, 9_999]) await round()
    expect([isWell(), logged]).toEqual([true, []])
    for (now of [10_000, 20_000]) await round()
    expect([isWell(), logged]).toEqual([false, [overdue(1)]])
  })
  await round()
  expect([isWell(), logged.length]).toEqual([true, 1])

  await tamper(
    'INSERT INTO audit_events (id, at, action, record_kind) OVERRIDING SYSTEM VALUE VALUES (77, now(), $$x$$, $$y$$)',
  )
  for (now of [30_000, 40_000, 50_000]) await round()
  expect([isWell(), logged]).toEqual([false, [overdue(1), overdue(77)]])
  await tamper('DELETE FROM audit_events WHERE id = 77')
  await round()
  expect(isWell()).toBe(true)

  await tamper('ALTER TABLE audit_seals RENAME TO elsewhere')
  for (now of [60_000, 70_000, 80_000]) await round()
  expect(isWell()).toBe(false)
  expect(logged).toContain(
    'audit row unknown has waited for its seal for more than 10 seconds; run verify-audit',
  )
  await tamper('ALTER TABLE elsewhere RENAME TO audit_seals')
  await round()
  expect(isWell()).toBe(true)
})

test('a changed SESSION_SECRET of several instances seals on, and what was sealed before still verifies', async () => {
  const external = { DATABASE_URL: 'postgres://app@127.0.0.1/x' }
  const before = keyring({ ...external, SESSION_SECRET: 'dVYZ2GmT3nq4Hw8sKx1LbRe6UfJc0PaQ' })
  digestRowsWith(() => before[0])
  await record(2)
  await sealer(before).round()
  const after = keyring({ ...external, SESSION_SECRET: '7sFh2KqLw9ZxVb4NmTr8YcJd5GpQe3Ua' })
  expect(after[0].id).not.toBe(before[0].id)
  digestRowsWith(() => after[0])
  await record(2)
  await sealer(after).round()
  expect(await reasonOf(after)).toBe('whole')
})

test('without the key of some rows the others are checked, and it is said which key is missing', async () => {
  const [former] = keys
  await record(4)
  await seal()
  const [own] = auditKeyring(readConfig({ DATA_DIR: otherFolder() }, '/'))
  digestRowsWith(() => own)
  await record(6)
  await sealer([own]).round()
  expect(await verify([own])).toMatchObject({
    outcome: 'uncheckable',
    missing: { count: 5, first: 'row 1', ids: new Set([former.id]) },
  })
  await tamper('UPDATE audit_events SET actor_id = NULL WHERE id = 7')
  expect(await reasonOf([own])).toContain('Row 7 is not what this program wrote')
  await tamper('DELETE FROM audit_events WHERE id = 3')
  expect(await reasonOf([own])).toContain('Row 3, listed by seal 1, is missing')
})

test('every start of one data folder has the same key, and another data folder another', () => {
  expect(keyring()).toEqual(keys)
  expect(auditKeyring(readConfig({ DATA_DIR: otherFolder() }, '/'))[0].id).not.toBe(keys[0].id)
})
