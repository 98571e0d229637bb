import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'

/** A limit of failures within a window. */
export interface FailureLimit {
  free: number
  /** Seconds, from the first failure. */
  window: number
  /** Delays of 1, 2, 4 … 60 seconds after each further failure, or a block until the window ends. */
  after: 'exponential delay' | 'block'
}

/** A limit and the key that it counts. */
export type Counted = FailureLimit & { key: string }

/** Seconds. */
const maxDelay = 60

/** Whole seconds until an attempt is allowed by all of these; 0 if it is. */
export async function secondsToWait(db: Connection, counted: readonly Counted[], now: Date): Promise<number> {
  const closed = await db
    .selectFrom('failed_attempts')
    .select((row) => row.fn.max('open_at').as('until'))
    .where(
      'key',
      'in',
      counted.map(({ key }) => key),
    )
    .where('open_at', '>', now)
    .executeTakeFirst()
  return closed?.until ? Math.ceil((closed.until.getTime() - now.getTime()) / 1000) : 0
}

/**
 * Counts a failure and returns 0; or, if concurrent attempts have used up the limit, counts nothing and returns the seconds
 * to wait. Attempts of one key are serialized until the transaction ends.
 */
export async function countFailure(db: Connection, counted: Counted, now: Date): Promise<number> {
  const { key, free, window } = counted
  const end = new Date(now.getTime() + window * 1000)
  const counting = await db
    .insertInto('failed_attempts')
    .values({ key, failures: 1, open_at: new Date(0), expires_at: end })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          failures: sql<number>`CASE WHEN failed_attempts.expires_at <= ${now} THEN 1 ELSE failed_attempts.failures + 1 END`,
          expires_at: sql<Date>`CASE WHEN failed_attempts.expires_at <= ${now} THEN ${end} ELSE failed_attempts.expires_at END`,
        })
        .where('failed_attempts.open_at', '<=', now),
    )
    .returning(['failures', 'expires_at'])
    .executeTakeFirst()
  if (!counting) return await secondsToWait(db, [counted], now)
  const { failures, expires_at } = counting
  if (failures < free) return 0
  const openAt =
    counted.after === 'block'
      ? expires_at
      : new Date(now.getTime() + Math.min(maxDelay, 2 ** (failures - free)) * 1000)
  await db.updateTable('failed_attempts').set({ open_at: openAt }).where('key', '=', key).execute()
  return 0
}

export async function forgetFailures(db: Connection, { key }: Counted): Promise<void> {
  await db.deleteFrom('failed_attempts').where('key', '=', key).execute()
}

export async function removeExpiredFailures(db: Connection, now: Date): Promise<void> {
  await db.deleteFrom('failed_attempts').where('expires_at', '<', now).where('open_at', '<', now).execute()
}
