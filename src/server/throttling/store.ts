import { CompiledQuery } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Connection } from '#server/database/connection.ts'
import { keyedHash } from './caller.ts'

/** Longest `Retry-After`. Seconds. */
const maxRetryAfter = 900

interface Rule {
  /** Prefix of the key: each limit is counted separately. */
  name: string
  /** Allowed calls in a window, which begins with the first. */
  points: number
  seconds: number
  /** Key for hashing callers, the same on all instances. */
  secret: string
}

interface RateLimit {
  /** Returns the seconds to wait, for Retry-After; 0 below the limit. Does not count the call. */
  check(db: Connection, caller: string): Promise<number>
  /**
   * Counts the call and returns 0, or returns the seconds to wait. In a transaction, the count is committed with it, and
   * other calls of the same caller wait: so the limit is exact on any number of instances.
   */
  consume(db: Connection, caller: string): Promise<number>
  /** Fills the limit of the caller for a window that begins now. */
  renew(db: Connection, caller: string): Promise<void>
  /** Forgets the calls of the caller. */
  release(db: Connection, caller: string): Promise<void>
}

export function rateLimit({ name, points, seconds, secret }: Rule): RateLimit {
  const keyOf = keyedHash(secret)
  const createLimiter = (db: Connection) =>
    new RateLimiterPostgres({
      storeClient: libraryClient(db),
      storeType: 'client',
      tableName: 'throttling',
      // A migration creates the table, because the app's role may not.
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    })
  return {
    async check(db, caller) {
      const state = await createLimiter(db).get(keyOf(caller))
      return state && state.consumedPoints >= points ? retryAfter(state) : 0
    },
    consume: (db, caller) => secondsToWait(createLimiter(db).consume(keyOf(caller))),
    async renew(db, caller) {
      await createLimiter(db).set(keyOf(caller), points, seconds)
    },
    async release(db, caller) {
      await createLimiter(db).delete(keyOf(caller))
    },
  }
}

/**
 * Counts in memory, because a query would slow down the calls that it limits; each instance has its own limit. Returns a
 * function that counts a call and returns the seconds to wait, as `consume` does.
 */
export function memoryLimit({ points, seconds }: Pick<Rule, 'points' | 'seconds'>) {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return (caller: string): Promise<number> => secondsToWait(limiter.consume(caller))
}

async function secondsToWait(consuming: Promise<unknown>): Promise<number> {
  try {
    await consuming
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return retryAfter(refusal)
    throw refusal
  }
}

function retryAfter({ msBeforeNext }: RateLimiterRes): number {
  return Math.min(maxRetryAfter, Math.max(1, Math.ceil(msBeforeNext / 1000)))
}

/** Lets the library query through our connection, as part of its transaction. */
function libraryClient(db: Connection) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: rows.length }
    },
  }
}

/** Removes counts that expired before `before`, in milliseconds since 1970. */
export async function removeExpired(db: Connection, before: number): Promise<void> {
  await db.deleteFrom('throttling').where('expire', '<', before).execute()
}
