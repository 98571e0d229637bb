import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Keyring, readAuditKeys } from '#server/audit/keyring.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { type AuditTrail, auditTrail } from '#server/audit/store.ts'
import { verifyTrail } from '#server/audit/verify-trail.ts'
import { readConfig } from '#server/config.ts'
import { type Connection, kyselyFor, typeParsers } from '#server/database/connection.ts'
import { tryLock } from '#server/database/locks.ts'
import { inSession } from '#test/support/database-server.ts'
import { origin } from '#test/support/people.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import { writeNote } from '#test/support/write-note.ts'

let audit: AuditTrail

const database = await createTestDatabase()

let dataDir: string
let keys: Keyring
let logged: string[]
let now: number
let seal: () => Promise<void>

beforeEach(async () => {
  await tamper('TRUNCATE audit_events, audit_seals RESTART IDENTITY')
  dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-audit-'))
  keys = keyring()
  logged = []
  now = 0
  seal = sealer().round
  audit = auditTrail(keys[0])
  return () => rmSync(dataDir, { recursive: true })
})

const keyring = (env: Record<string, string> = {}) =>
  readAuditKeys(readConfig({ DATA_DIR: dataDir, ...env }, '/'))
const sealer = (ring = keys, folder = dataDir) => {
  const log = { error: (first: unknown, sentence?: string) => logged.push(sentence ?? String(first)) }
  const folders = [{ name: 'the data folder', path: folder }]
  const sealing = sealingRounds({ db: database.db, keys: ring, folders, log, monotonic: () => now })
  return {
    ...sealing,
    round: () =>
      sealing
        .round()
        .then(sealing.kept)
        .then(() => {}),
  }
}
const verify = (ring = keys, db = database.db) =>
  verifyTrail({
    db,
    keys: ring,
    progress: () => {},
    folders: [{ name: 'the data folder', path: dataDir }],
  })
const reasonOf = async (ring?: Keyring, db?: Connection) => {
  const verdict = await verify(ring, db)
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
  const actor = { role: 'manager', employeeId: crypto.randomUUID(), ...origin } as const
  const details = {
    fields: ['phone'],
    client: 'a',
    count: 7,
    role: { to: 'admin', from: 'manager' },
  } as const
  const row = { ...event(), actor, details: { ...details, fields: [...details.fields] } }
  return audit.record(db, ...Array.from({ length: count }, () => row))
}

/** An open transaction that has taken the next id. */
async function recordLate() {
  const late = await database.db.startTransaction().execute()
  await record(1, late)
  return late
}

/** Changes rows as the database's superuser, with triggers and foreign keys switched off. */
function tamper(statement: string): Promise<unknown> {
  return inSession(database.superuserConnection, async (client) => {
    await client.query('SET session_replication_role = replica')
    await client.query(statement)
  })
}

test('seals rows in batches without changing earlier seals [T436]', async () => {
  await record(3)
  await seal()
  await record(10_100)
  await seal()
  await seal()
  expect(await seals()).toEqual([
    { ids: '{[1,4)}', missing: '{}' },
    { ids: '{[4,10004)}', missing: '{}' },
    { ids: '{[10004,10104)}', missing: '{}' },
  ])
  expect(await verify()).toMatchObject({ outcome: 'intact', rows: 10_103, end: { seq: 3 }, waiting: 0 })
})

test('writes a valid digest for a note whose client id is in upper case', async () => {
  const { rows } = await database.pool.query(
    `INSERT INTO clients (first_name, last_name, service, email, phone, address, date_of_birth, created_at, updated_at)
     VALUES ('Hodan', 'Warsame', 'Housing', 'h@example.org', '6125550100', '1 Main St', '1988-02-28', now(), now()) RETURNING id`,
  )
  const { rows: authors } = await database.pool.query(
    `INSERT INTO employees (first_name, last_name, email, role, created_at, updated_at)
     VALUES ('Ada', 'Admin', 'ada@example.org', 'admin', now(), now()) RETURNING id AS "employeeId", email, role`,
  )
  const clientId = rows[0].id.toUpperCase()
  const author = { ...authors[0], ...origin }
  const note = await writeNote(
    database.db,
    { clientId, text: 'Moved in.', author },
    { at: new Date(), trail: audit },
  )
  await seal()
  expect(await verify()).toMatchObject({ outcome: 'intact', rows: 1 })
  const trail = await database.pool.query('SELECT record_id, details FROM audit_events')
  expect(trail.rows).toMatchObject([{ record_id: note?.id, details: { client: rows[0].id } }])
})

test('counts an unsealed row as waiting and calls the trail intact', async () => {
  await record(2)
  await seal()
  await record(1)
  expect(await verify()).toMatchObject({ outcome: 'intact', rows: 2, waiting: 1 })
})

test('does not notice a row that the database’s owner deletes before it is sealed [T470]', async () => {
  await record(2)
  await seal()
  await record(1)
  await tamper('DELETE FROM audit_events WHERE id = 3')
  expect(await verify()).toMatchObject({ outcome: 'intact', rows: 2, waiting: 0 })
})

test('reports a row that has been unsealed for more than 10 seconds, but no new row of an instance with a slow clock', async () => {
  const slow = () => audit.record(database.db, { ...event(), at: new Date(Date.now() - 11_000) })
  await slow()
  expect(await verify()).toMatchObject({ outcome: 'unsealed', count: 1, first: 1 })
  const verdict = verify()
  // The check reads unsealed rows twice, 2 seconds apart: this is in between.
  await pause(1_000)
  await seal()
  await slow()
  expect(await verdict).toMatchObject({ outcome: 'intact' })
  await record(1)
  expect(await verify()).toMatchObject({ outcome: 'unsealed', count: 1, first: 2 })
})

test('seals a row that is committed after rows with higher ids were sealed', async () => {
  const late = await recordLate()
  await record(1)
  await seal()
  await late.commit().execute()
  await seal()
  expect(await seals()).toEqual([
    { ids: '{[2,3)}', missing: '{[1,2)}' },
    { ids: '{[1,2)}', missing: '{}' },
  ])
  expect(await verify()).toMatchObject({ outcome: 'intact', rows: 2, waiting: 0 })
})

test('looks for rolled-back ids for an hour and never calls them missing', async () => {
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
  expect(await reasonOf()).toBe('intact')
})

test('seals a row that is committed hours after its number was drawn [T1040]', async () => {
  const late = await recordLate()
  for (let hour = 0; hour < 3; hour += 1) {
    await record(1)
    await seal()
    await tamper("UPDATE audit_seals SET sealed_at = sealed_at - interval '61 minutes'")
  }
  await late.commit().execute()
  await seal()
  expect((await seals()).at(-1)).toEqual({ ids: '{[1,2)}', missing: '{}' })
  const undo = (seq: number) => `sealed_at + interval '61 minutes' * (4 - ${seq})`
  for (const seq of [1, 2, 3])
    await tamper(`UPDATE audit_seals SET sealed_at = ${undo(seq)} WHERE seq = ${seq}`)
  expect(await verify()).toMatchObject({ outcome: 'intact', rows: 4, waiting: 0 })
})

test('keeps one chain when four instances seal concurrently', async () => {
  await record(900)
  const others = Array.from({ length: 4 }, () => sealer())
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([...others.map((other) => other.round()), record(10)])
  }
  await seal()
  expect(await verify()).toMatchObject({ outcome: 'intact', rows: 950, waiting: 0 })
})

const forgeSeal = (upTo: string, key: string) => `
  INSERT INTO audit_seals SELECT seq + 1, now(), '{}', '{}', ${upTo}, hash, sha256('x'), ${key}
  FROM audit_seals ORDER BY seq DESC LIMIT 1`

test.for<[upTo: string, key: string]>([
  ['up_to + 1', 'key_id'],
  ['900000000000', 'key_id'],
  ['900000000000', "'000000000000'"],
])(
  'logs a seal that the app’s role forges with %s and %s, and reports it in health [T471]',
  async ([upTo, key]) => {
    const { round, isOnTime } = sealer()
    await record(3)
    await round()
    await database.pool.query(forgeSeal(upTo, key))
    for (let turn = 0; turn < 2; turn += 1) {
      await record(1)
      await round()
    }
    expect([isOnTime(), logged]).toEqual([
      false,
      ['seal 2 of the audit trail was not made by this program; run verify-audit'],
    ])
    expect(await reasonOf()).toMatch(/^Seal 2, or one of its rows {}, was changed|missing keys/)
  },
)

test.for([1_000_000, -1, 2])(
  'names a row with id %d that the database’s owner chose, and seals later rows [T439]',
  async (id) => {
    await record(1)
    const late = await recordLate()
    await late.rollback().execute()
    await record(1)
    await seal()
    // Id 2 is no longer looked for.
    await tamper("UPDATE audit_seals SET sealed_at = sealed_at - interval '61 minutes'")
    await record(1)
    await seal()
    await tamper("UPDATE audit_seals SET sealed_at = sealed_at + interval '61 minutes' WHERE seq = 1")
    expect(await reasonOf()).toBe('intact')
    await inSession(database.connection, (owner) =>
      owner.query(
        `INSERT INTO audit_events (id, at, action, record_kind, digest) OVERRIDING SYSTEM VALUE VALUES (${id}, now(), 'viewed', 'client', sha256('x'))`,
      ),
    )
    await record(2)
    await seal()
    expect((await seals()).at(-1)).toEqual({ ids: '{[5,7)}', missing: '{}' })
    expect(await reasonOf()).toBe(`Row ${id} is not what the server wrote: its digest does not match.`)
  },
)

test('detects every change of rows and seals, and names the first wrong one [T332]', async () => {
  const changedRow = [
    "action = 'added'",
    "at = at + interval '1 microsecond'",
    "at = (to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00 BC')::timestamptz",
    "details = '{}'",
    'actor_id = NULL',
    "actor_role = 'admin'",
    "record_id = 'x'",
    "record_kind = 'note'",
    'session_id = gen_random_uuid()',
    "network = ''",
    'request_id = NULL',
  ].map((change) => [`UPDATE audit_events SET ${change} WHERE id = 7`, 'Row 7 is not what the server wrote'])
  const changedSeal = [
    "event_ids = '{[6,10)}'",
    "event_ids = '{(,)}'",
    "hash = sha256('x')",
    'sealed_at = now()',
    "missing = '{[1,2)}'",
    'up_to = up_to + 1',
    "key_id = '000000000000'",
  ].map((change) => [`UPDATE audit_seals SET ${change} WHERE seq = 2`, 'Seal 2, or one of its rows'])
  const others = [
    ['DELETE FROM audit_events WHERE id = 7', 'Row 7, listed by seal 2, is missing.'],
    [
      'UPDATE audit_events AS one SET digest = two.digest FROM audit_events AS two WHERE one.id IN (7, 8) AND two.id = 15 - one.id',
      'Seal 2, or one of its rows {[6,11)}, was changed after it was sealed.',
    ],
    ['DELETE FROM audit_seals WHERE seq = 2', 'Seal 2 is missing.'],
    ['DELETE FROM audit_seals WHERE seq = 1', 'Seal 1 is missing.'],
    [
      "UPDATE audit_seals SET previous_hash = sha256('x') WHERE seq = 2",
      'Seal 2 does not follow from seal 1.',
    ],
    [
      'DELETE FROM audit_seals WHERE seq > 1; DELETE FROM audit_events WHERE id > 5',
      'The trail ends at seal 1, but the data folder remembers seal 3',
    ],
    ['DELETE FROM audit_seals; DELETE FROM audit_events', 'The trail ends at seal 0'],
  ]
  for (let batch = 1; batch <= 3; batch += 1) {
    await record(5)
    await seal()
  }
  expect(await reasonOf()).toBe('intact')
  const superuser = { ...database.superuserConnection, types: typeParsers }
  await inSession(superuser, async (client) => {
    await client.query('SET session_replication_role = replica')
    for (const [statement = '', reason = ''] of [...changedRow, ...changedSeal, ...others]) {
      await client.query('BEGIN')
      await client.query(statement)
      expect(await reasonOf(keys, kyselyFor(client)), statement).toContain(reason)
      await client.query('ROLLBACK')
    }
  })
})

test('says that an empty trail has no remembered seal to compare with [T333]', async () => {
  expect(await verify()).toMatchObject({ outcome: 'intact', rows: 0, comparedWith: [] })
  await record(3)
  await sealer(keys, otherFolder()).round()
  expect(await verify()).toMatchObject({ outcome: 'intact', rows: 3, comparedWith: [] })
  await seal()
  await record(1)
  await seal()
  expect(await verify()).toMatchObject({ outcome: 'intact', rows: 4, comparedWith: [{ seal: { seq: 2 } }] })
})

test('logs a row that is unsealed for more than 10 seconds once, and reports it in health [T440]', async () => {
  const { round, isOnTime } = sealer()
  const overdue = (row: number) =>
    `audit row ${row} has been unsealed for more than 10 seconds; run verify-audit`
  await record(1)
  await database.db.transaction().execute(async (other) => {
    expect(await tryLock(other, 'audit chain')).toBe(true)
    for (now of [0, 9_999]) await round()
    expect([isOnTime(), logged]).toEqual([true, []])
    for (now of [10_000, 20_000]) await round()
    expect([isOnTime(), logged]).toEqual([false, [overdue(1)]])
  })
  await round()
  expect([isOnTime(), logged.length]).toEqual([true, 1])

  await tamper(
    'INSERT INTO audit_events (id, at, action, record_kind, digest) OVERRIDING SYSTEM VALUE VALUES (77, now(), $$x$$, $$y$$, $$$$)',
  )
  for (now of [30_000, 40_000, 50_000]) await round()
  expect([isOnTime(), logged]).toEqual([false, [overdue(1), overdue(77)]])
  await tamper('DELETE FROM audit_events WHERE id = 77')
  await round()
  expect(isOnTime()).toBe(true)

  await tamper('ALTER TABLE audit_seals RENAME TO elsewhere')
  for (now of [60_000, 70_000, 80_000]) await round()
  expect(isOnTime()).toBe(false)
  expect(logged).toContain('audit row unknown has been unsealed for more than 10 seconds; run verify-audit')
  await tamper('ALTER TABLE elsewhere RENAME TO audit_seals')
  await round()
  expect(isOnTime()).toBe(true)
})

test('verifies seals that were made before SESSION_SECRET was changed [T472]', async () => {
  const external = { DATABASE_URL: 'postgres://app@127.0.0.1/x' }
  const before = keyring({ ...external, SESSION_SECRET: 'dVYZ2GmT3nq4Hw8sKx1LbRe6UfJc0PaQ' })
  audit = auditTrail(before[0])
  await record(2)
  await sealer(before).round()
  const after = keyring({ ...external, SESSION_SECRET: '7sFh2KqLw9ZxVb4NmTr8YcJd5GpQe3Ua' })
  expect(after[0].id).not.toBe(before[0].id)
  audit = auditTrail(after[0])
  await record(2)
  await sealer(after).round()
  expect(await reasonOf(after)).toBe('intact')
})

test('AUDIT_KEYS takes the place of the file, which is neither read nor made [T770]', async () => {
  await record(2)
  await seal()
  const file = join(dataDir, 'audit-keys')
  const old = readFileSync(file, 'utf8').trim()
  rmSync(file)
  const fresh = randomBytes(32).toString('base64url')
  const both = keyring({ AUDIT_KEYS: `${fresh}, ${old}` })
  audit = auditTrail(both[0])
  await record(2)
  await sealer(both).round()
  expect(await verify(both)).toMatchObject({ outcome: 'intact', rows: 4 })
  const alone = keyring({ AUDIT_KEYS: fresh })
  expect(await verify(alone)).toMatchObject({
    outcome: 'missing keys',
    missing: { ids: new Set([keys[0].id]) },
  })
  expect(existsSync(file)).toBe(false)
})

test('goes on from the old chain with a new first line in audit-keys, and says which key is missing without the old one [T473]', async () => {
  await record(2)
  await seal()
  const file = join(dataDir, 'audit-keys')
  const old = readFileSync(file, 'utf8')
  writeFileSync(file, `${randomBytes(32).toString('base64url')}\n${old}`)
  const both = keyring()
  audit = auditTrail(both[0])
  await record(2)
  await sealer(both).round()
  expect(await verify(both)).toMatchObject({ outcome: 'intact', rows: 4, end: { seq: 2 } })
  writeFileSync(file, readFileSync(file, 'utf8').replace(old, ''))
  const alone = keyring()
  await record(1)
  await sealer(alone).round()
  expect(await verify(alone)).toMatchObject({
    outcome: 'missing keys',
    missing: { ids: new Set([keys[0].id]), first: 'row 1', count: 3 },
  })
  expect(await reasonOf(both)).toBe('intact')
})
