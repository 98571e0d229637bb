import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readAuditKeys } from '#server/audit/keyring.ts'
import { type SealFolder, sealFolders } from '#server/audit/remembered-seal.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { recordAudit, setDigestKey } from '#server/audit/store.ts'
import { verifyChain, verifyTrail } from '#server/audit/verify-trail.ts'
import { readConfig } from '#server/config.ts'
import { kyselyFor, typeParsers } from '#server/database/connection.ts'
import { withPreparedStatements } from '#server/database/prepared-statements.ts'
import { origin } from '#test/support/people.ts'
import { type Random, randomFor } from '#test/support/random.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Random changes, one at a time, to a trail of 8 seals with 4 rows each: each is detected and located. */

const changeCount = 10_000
const [sealCount, rowsInSeal] = [8, 4]
const rowCount = sealCount * rowsInSeal

const database = await createTestDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-audit-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const keys = readAuditKeys(readConfig({ DATA_DIR: dataDir }, '/'))
const folders: [SealFolder, ...SealFolder[]] = sealFolders({ dataDir })

/** Makes the trail, and a row that is not sealed. */
async function makeTrail(): Promise<void> {
  setDigestKey(() => keys[0])
  const { round, kept } = sealingRounds({ db: database.db, keys, folders, log: { error: console.error } })
  const details = { client: crypto.randomUUID(), fields: ['phone'], count: 7 }
  const actor = { role: 'manager', employeeId: crypto.randomUUID(), ...origin } as const
  const row = () => ({
    ...{ at: new Date(), actor, action: 'edited', kind: 'note', id: crypto.randomUUID(), details },
  })
  for (let seal = 1; seal <= sealCount; seal += 1) {
    await recordAudit(database.db, ...Array.from({ length: rowsInSeal }, () => row() as never))
    await round()
  }
  await kept()
  await recordAudit(database.db, row() as never)
}

interface Change {
  sql: string
  /** What the message must name: one of these rows or seals. */
  rows: number[]
  seals: number[]
}

const sealOf = (row: number) => Math.ceil(row / rowsInSeal)

const columns = ['actor_role', 'action', 'record_kind', 'record_id', 'network'] as const
const allColumns = `at, actor_id, actor_role, action, record_kind, record_id, details, digest, session_id, network, request_id`

/** Replaces a character with another. A hexadecimal digit stays one, so that ids stay valid. */
const otherCharacter = (column: string, place: number) =>
  `overlay(${column}::text placing (CASE substr(${column}::text, ${place}, 1) WHEN 'a' THEN 'b' ELSE 'a' END) from ${place} for 1)`
/** A place in a UUID that is not a hyphen, and where every digit is allowed. */
const uuidPlaces = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 25, 26, 30, 36]
const flipBit = (column: string, bit: number) => `set_bit(${column}, ${bit}, 1 - get_bit(${column}, ${bit}))`

const changesOf: Record<string, (random: Random) => Change> = {
  'a byte of a row': (random) => {
    const row = 1 + random.below(rowCount + 1)
    const column = random.pick(columns)
    const uuid = random.pick(['actor_id', 'session_id', 'request_id'])
    const change = random.pick([
      `${column} = ${otherCharacter(column, 1 + random.below(3))}`,
      `${uuid} = ${otherCharacter(uuid, random.pick(uuidPlaces))}::uuid`,
      `at = at ${random.pick(['+', '-'])} interval '${1 + random.below(1_000_000)} microseconds'`,
      `details = jsonb_set(details, '{client}', to_jsonb(${otherCharacter("(details->>'client')", random.pick(uuidPlaces))}))`,
      `details = jsonb_set(details, '{count}', '${8 + random.below(90)}')`,
      `details = details - '${random.pick(['client', 'count', 'fields'])}'`,
      `${random.pick(['actor_id', 'actor_role', 'record_id', 'session_id', 'network', 'request_id', 'digest'])} = NULL`,
    ])
    return { sql: `UPDATE audit_events SET ${change} WHERE id = ${row}`, rows: [row], seals: [sealOf(row)] }
  },
  'a digest': (random) => {
    const row = 1 + random.below(rowCount + 1)
    const sql = `UPDATE audit_events SET digest = ${flipBit('digest', random.below(48 * 8))} WHERE id = ${row}`
    return { sql, rows: [row], seals: [sealOf(row)] }
  },
  'a seal': (random) => {
    const seal = 1 + random.below(sealCount)
    const row = 1 + random.below(rowCount)
    const id = `int8multirange(int8range(${row}, ${row}, '[]'))`
    const lists = sealOf(row) === seal
    const change = random.pick([
      `hash = ${flipBit('hash', random.below(256))}`,
      `previous_hash = ${flipBit('previous_hash', random.below(256))}`,
      `key_id = ${otherCharacter('key_id', 1 + random.below(12))}`,
      `sealed_at = sealed_at + interval '${1 + random.below(100_000)} milliseconds'`,
      `up_to = up_to + ${1 + random.below(100)}`,
      `missing = missing + ${id}`,
      `event_ids = event_ids ${lists ? '-' : '+'} ${id}`,
      'is_former = NOT is_former',
    ])
    const sql = `UPDATE audit_seals SET ${change} WHERE seq = ${seal}`
    return { sql, rows: [row], seals: [seal, seal - 1, seal + 1] }
  },
  'an order': (random) => {
    const limit = random.pick([rowCount, sealCount])
    const one = 1 + random.below(limit)
    const two = 1 + ((one + random.below(limit - 1)) % limit)
    if (limit === sealCount) {
      const move = (from: number, to: number) => `UPDATE audit_seals SET seq = ${to} WHERE seq = ${from}`
      const sql = [move(one, -1), move(two, one), move(-1, two)].join('; ')
      return { sql, rows: [], seals: [one, two] }
    }
    const sql = `UPDATE audit_events AS one SET (${allColumns}) = (
      SELECT ${allColumns} FROM audit_events AS two WHERE two.id = ${one + two} - one.id) WHERE id IN (${one}, ${two})`
    return { sql, rows: [one, two], seals: [sealOf(one), sealOf(two)] }
  },
  'a deletion': (random) => {
    const row = 1 + random.below(rowCount)
    const seal = 1 + random.below(sealCount)
    return random.happens(0.5)
      ? { sql: `DELETE FROM audit_events WHERE id = ${row}`, rows: [row], seals: [] }
      : { sql: `DELETE FROM audit_seals WHERE seq = ${seal}`, rows: [], seals: [seal] }
  },
}

function drawChange(kind: string, random: Random): Change {
  const draw = changesOf[kind]
  if (!draw) throw new Error(kind)
  return draw(random)
}

async function superuser() {
  const client = new pg.Client({ ...database.superuserConnection, types: typeParsers })
  await client.connect()
  await client.query('SET session_replication_role = replica')
  const query = withPreparedStatements(client.query.bind(client) as never)
  const db = kyselyFor({ query, release() {} } as never)
  /** The reason that is reported after a change, which is then undone. */
  async function reasonAfter(sql: string): Promise<string> {
    await client.query(`BEGIN; ${sql}`)
    try {
      const { reason, missing } = await verifyChain({ db, keys, knownSeals: [] })
      if (reason ?? missing.first) return reason ?? missing.first
      const verdict = await verifyTrail({ db, keys, folders, progress: () => {} })
      if (verdict.outcome === 'missing keys') return verdict.missing.first
      return verdict.outcome === 'broken' ? verdict.reason : verdict.outcome
    } finally {
      await client.query('ROLLBACK')
    }
  }
  return {
    reasonAfter,
    /** Undone changes leave old versions of rows behind, which would have to be skipped. */
    cleanUp: () => client.query('VACUUM audit_events, audit_seals'),
    end: () => client.end(),
  }
}

test('finds and locates each of 10,000 random changes', async () => {
  await makeTrail()
  // Two connections would deadlock when they change the same rows in another order.
  const { reasonAfter, cleanUp, end } = await superuser()
  const unfound: string[] = []
  const found = new Map<string, number>()
  for (let number = 0; number < changeCount; number += 1) {
    if (number % 250 === 0) await cleanUp()
    const random = randomFor('change of the trail', number)
    const kind = random.pick(Object.keys(changesOf))
    const { sql, rows, seals } = drawChange(kind, random)
    const reason = await reasonAfter(sql)
    const named = [...rows.map((row) => `ow ${row}`), ...seals.map((seal) => `eal ${seal}`)]
    if (named.some((name) => new RegExp(`${name}\\b`).test(reason)))
      found.set(kind, (found.get(kind) ?? 0) + 1)
    else unfound.push(`${sql} → ${reason}`)
  }
  await end()
  expect(unfound.slice(0, 10)).toEqual([])
  expect(Math.min(...found.values())).toBeGreaterThan(changeCount / 10)
}, 600_000)

test('does not notice a row that the database’s owner deletes before it is sealed', async () => {
  const { reasonAfter, end } = await superuser()
  expect(await reasonAfter(`DELETE FROM audit_events WHERE id = ${rowCount + 1}`)).toBe('intact')
  await end()
})
