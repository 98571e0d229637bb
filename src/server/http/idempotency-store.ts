import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { AppDependencies } from '#server/app-context.ts'
import type { Connection } from '#server/database/connection.ts'
import type { IdempotencyKeys } from '#server/database/tables.ts'
import { Failure, invalidInput } from './failure.ts'

/** Milliseconds for which a key is kept. */
const retention = 24 * 60 * 60 * 1000

/** A request with the header Idempotency-Key. */
export interface IdempotentRequest {
  key: string
  /** Must be the same when the request is sent again. */
  content: unknown
  /** Called when an earlier request has created the record. */
  onReplay: () => void
}

export function parseIdempotencyKey(header: string | string[]): string {
  if (typeof header === 'string' && /^[\x20-\x7e]{8,128}$/.test(header)) return header
  throw invalidInput({ 'Idempotency-Key': 'Idempotency-Key must be 8 to 128 printable ASCII characters' })
}

interface Creation<T> {
  /** The employee's id, or a visitor's network. Keys of different owners are different keys. */
  owner: string
  now: Date
  /** Creates the record and everything that belongs to it. */
  create: (trx: Connection) => Promise<T>
  /** The record as it is now. Showing it counts as a view, because someone else may have changed it. */
  find: (db: Connection, id: string) => Promise<T | undefined>
}

/**
 * Runs `create` in a transaction, at most once for each Idempotency-Key. The key's row is written in that transaction, so
 * that only successes are stored. A repeated request returns the record and creates nothing (docs/decisions/0050).
 */
export async function createOnce<T extends { id: string }>(
  { db, sessionSecret }: Pick<AppDependencies, 'db' | 'sessionSecret'>,
  request: IdempotentRequest | undefined,
  { owner, now, create, find }: Creation<T>,
): Promise<T> {
  if (!request) return await db.transaction().execute(create)
  const { key, content, onReplay } = request
  // An HMAC: the table reveals neither the caller nor the request.
  const hash = (...parts: unknown[]) =>
    createHmac('sha256', sessionSecret).update(JSON.stringify(parts)).digest()
  const keyHash = hash('idempotency key', owner, key)
  const bodyHash = hash('idempotent request', content)
  return await db.transaction().execute(async (trx) => {
    // Don't wait, which would hold a connection. The row is read by a separate statement, which sees the last commit.
    if (!(await tryKeyLock(trx, keyHash))) throw new Failure('request-in-progress', { retryAfter: 1 })
    const earlier = await findKey(trx, keyHash, now)
    if (!earlier) {
      const record = await create(trx)
      await addKey(trx, keyHash, { body_hash: bodyHash, record_id: record.id, created_at: now })
      return record
    }
    if (!earlier.body_hash.equals(bodyHash)) throw new Failure('idempotency-key-reused')
    const record = await find(trx, earlier.record_id)
    if (!record) throw new Failure('not-found')
    onReplay()
    return record
  })
}

async function tryKeyLock(trx: Connection, keyHash: Buffer): Promise<boolean> {
  const key = keyHash.readBigInt64BE().toString()
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${key}::bigint) AS taken`.execute(trx)
  return rows[0]?.taken === true
}

async function findKey(trx: Connection, keyHash: Buffer, now: Date) {
  return await trx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'record_id'])
    .where('key_hash', '=', keyHash)
    .where('created_at', '>', new Date(now.getTime() - retention))
    .executeTakeFirst()
}

/** Replaces an expired row, if there is one. */
async function addKey(trx: Connection, keyHash: Buffer, row: Omit<IdempotencyKeys, 'key_hash'>) {
  await trx
    .insertInto('idempotency_keys')
    .values({ key_hash: keyHash, ...row })
    .onConflict((conflict) => conflict.column('key_hash').doUpdateSet(row))
    .execute()
}

export async function removeExpiredKeys(db: Connection, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', new Date(now.getTime() - retention))
    .execute()
}
