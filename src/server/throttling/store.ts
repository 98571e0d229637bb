import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Connection } from '#server/database/connection.ts'
import { keyedHash } from './keyed-hash.ts'

/** Longest answer of Retry-After (decision 41). Seconds. */
const longestWait = 900

/** What is counted: its name is part of the key, so that two kinds never count for each other. */
interface Rule {
  name: string
  /** So many are allowed in a window, which begins with the first. */
  points: number
  seconds: number
  /** Keeps the keys of the table from telling who it was. The same for all instances. */
  secret: string
}

export interface Throttle {
  /** Only looks. Seconds to wait, for Retry-After; 0 while there is something left. */
  look(db: Connection, caller: string): Promise<number>
  /**
   * Counts one, and answers 0; or the seconds to wait. In a transaction it is counted only if that is committed, and
   * other calls of the same caller wait for it: so the limit is exact, on however many instances.
   */
  spend(db: Connection, caller: string): Promise<number>
}

export function throttle({ name, points, seconds, secret }: Rule): Throttle {
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
    async look(db, caller) {
      const state = await limiterOn(db).get(keyOf(caller))
      return state && state.consumedPoints >= points ? waitOf(state) : 0
    },
    async spend(db, caller) {
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

/** The counter speaks through our connection, so that it can take part in a transaction. */
function clientOn(db: Connection) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: rows.length }
    },
  }
}

/** Removes what counts no more. `before` in milliseconds since 1970. */
export async function removeExpired(db: Connection, before: number): Promise<void> {
  await db.deleteFrom('throttling').where('expire', '<', before).execute()
}
