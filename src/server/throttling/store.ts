import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Connection } from '#server/database/connection.ts'
import { keyedHash } from './caller.ts'

/** Longest `Retry-After`. Seconds. */
const longestWait = 900

interface Rule {
  /** Part of the key, so that two limits never count for each other. */
  name: string
  /** So many are allowed in a window, which begins with the first. */
  points: number
  seconds: number
  /** Keys the hash of the caller. The same for all instances. */
  secret: string
}

interface RateLimit {
  /** Seconds to wait, for Retry-After; 0 while there is something left. Counts nothing. */
  check(db: Connection, caller: string): Promise<number>
  /**
   * Counts one, and answers 0; or the seconds to wait. In a transaction it is counted only if that is committed, and
   * other calls of the same caller wait for it: so the limit is exact, on however many instances.
   */
  consume(db: Connection, caller: string): Promise<number>
}

export function rateLimit({ name, points, seconds, secret }: Rule): RateLimit {
  const keyOf = keyedHash(secret)
  const limiterOn = (db: Connection) =>
    new RateLimiterPostgres({
      storeClient: clientOn(db),
      storeType: 'client',
      tableName: 'throttling',
      // By the migration: the app's role may not be allowed to.
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    })
  return {
    async check(db, caller) {
      const state = await limiterOn(db).get(keyOf(caller))
      return state && state.consumedPoints >= points ? waitOf(state) : 0
    },
    async consume(db, caller) {
      try {
        await limiterOn(db).consume(keyOf(caller))
        return 0
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return waitOf(refusal)
        throw refusal
      }
    },
  }
}

function waitOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.min(longestWait, Math.max(1, Math.ceil(msBeforeNext / 1000)))
}

/** Has the library query our connection, so that it takes part in a transaction. */
function clientOn(db: Connection) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: rows.length }
    },
  }
}

/** Counts that expired before then. `before` in milliseconds since 1970. */
export async function removeExpired(db: Connection, before: number): Promise<void> {
  await db.deleteFrom('throttling').where('expire', '<', before).execute()
}
