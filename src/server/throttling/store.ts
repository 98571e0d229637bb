import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'
import { keyedHash } from './caller.ts'

/** Longest `Retry-After`. Seconds. */
const maxRetryAfter = 900
/** Longest growing delay. Seconds. */
const maxDelay = 60

/** How many attempts a caller has in a window, which begins with the first one. */
interface Limit {
  /** Part of the key: each limit is counted separately. */
  name: string
  attempts: number
  /** Length of the window. */
  seconds: number
  /** Whether further attempts are allowed after 1, 2, 4 … 60 seconds instead of none until the window ends. */
  isDelaying?: boolean
}

/** A limit and the key of the caller that it counts. */
export type CallerLimit = Limit & { key: string }

/** The limit for each caller. Instances with the same secret count together. */
export function limitPerCaller(secret: string, limit: Limit): (...caller: string[]) => CallerLimit {
  const hash = keyedHash(secret)
  return (...caller) => ({ ...limit, key: `${limit.name} ${hash(JSON.stringify(caller))}` })
}

/** Returns the seconds until all of these limits allow an attempt, for Retry-After; 0 if they do. Counts nothing. */
export async function secondsToWait(
  db: Connection,
  now: Date,
  ...limits: readonly CallerLimit[]
): Promise<number> {
  const keys = limits.map(({ key }) => key)
  const blocked = await db
    .selectFrom('throttling')
    .select(({ fn }) => fn.max<Date | null>('blocked_until').as('until'))
    .where('key', 'in', keys)
    .where('blocked_until', '>', now)
    .executeTakeFirst()
  return blocked?.until ? retryAfter(blocked.until.getTime() - now.getTime()) : 0
}

/**
 * Counts an attempt and returns 0, or counts nothing and returns the seconds to wait. One statement: of concurrent attempts
 * on any number of instances no more are allowed than the limit says. In a transaction the count is committed with it, and
 * other attempts of the same caller wait.
 */
export async function countAttempt(db: Connection, now: Date, limit: CallerLimit): Promise<number> {
  const { key, attempts, seconds, isDelaying } = limit
  const end = new Date(now.getTime() + seconds * 1000)
  const blockedUntil = isDelaying
    ? sql`${now}::timestamptz + least(2 ^ (next.attempts - ${attempts}), ${maxDelay}) * interval '1 second'`
    : sql`next.expires_at`
  const { rows } = await sql`
    INSERT INTO throttling (key, attempts, blocked_until, expires_at)
    VALUES (${key}, 1, ${attempts > 1 ? new Date(0) : end}, ${end})
    ON CONFLICT (key) DO UPDATE SET (attempts, blocked_until, expires_at) = (
      SELECT next.attempts, CASE WHEN next.attempts < ${attempts} THEN throttling.blocked_until ELSE ${blockedUntil} END,
        next.expires_at
      FROM (
        SELECT throttling.attempts + 1, throttling.expires_at WHERE throttling.expires_at > ${now}
        UNION ALL SELECT 1, ${end} WHERE throttling.expires_at <= ${now}
      ) AS next (attempts, expires_at)
    ) WHERE throttling.blocked_until <= ${now}
    RETURNING key`.execute(db)
  // At least a second: if the limit was released just now, this attempt was still not counted.
  return rows.length > 0 ? 0 : Math.max(1, await secondsToWait(db, now, limit))
}

/** Lets a blocked caller wait for a whole window from now on. */
export async function renewBlock(db: Connection, now: Date, { key, seconds }: CallerLimit): Promise<void> {
  const end = new Date(now.getTime() + seconds * 1000)
  await db
    .updateTable('throttling')
    .set({ blocked_until: end, expires_at: end })
    .where('key', '=', key)
    .execute()
}

export async function forgetAttempts(db: Connection, { key }: CallerLimit): Promise<void> {
  await db.deleteFrom('throttling').where('key', '=', key).execute()
}

export async function removeExpired(db: Connection, now: Date): Promise<void> {
  await db.deleteFrom('throttling').where('expires_at', '<', now).where('blocked_until', '<', now).execute()
}

/**
 * Counts in memory, because a query would slow down the calls that it limits; each instance has its own limit. Returns a
 * function that counts an attempt and returns the seconds to wait, as `countAttempt` does.
 */
export function memoryLimit({ attempts, seconds }: Pick<Limit, 'attempts' | 'seconds'>) {
  const windows = new Map<string, { attempts: number; end: number }>()
  return (now: Date, caller: string): number => {
    const known = windows.get(caller)
    const window =
      known && known.end > now.getTime() ? known : { attempts: 0, end: now.getTime() + seconds * 1000 }
    if (window.attempts >= attempts) return retryAfter(window.end - now.getTime())
    windows.set(caller, { ...window, attempts: window.attempts + 1 })
    return 0
  }
}

const retryAfter = (milliseconds: number) => Math.min(maxRetryAfter, Math.ceil(milliseconds / 1000))
