import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Connection } from '#server/database/connection.ts'

/** Resolves when that many statements in this database wait for a lock, for tests of concurrency. */
export async function untilWaiting(db: Connection, count = 1): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.count
  }
  await vi.waitFor(async () => expect(await waiting()).toBe(count), { timeout: 100_000 })
}
