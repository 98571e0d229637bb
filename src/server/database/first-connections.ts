import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isAwayError } from './away.ts'
import { firstConnectTimeout } from './primary.ts'

/** As many as work of their own begins with: sealing, mail and backups. A smaller pool has fewer. */
const connections = 3

/**
 * Fills the pool with its first connections. Beside the database the website is prepared, in steps of seconds on a busy
 * machine, and a connection whose answer waits behind such a step counts as timed out: that is tried again.
 */
export async function makeFirstConnections(pool: pg.Pool): Promise<void> {
  const deadline = Date.now() + firstConnectTimeout
  const count = Math.min(connections, pool.options.max)
  for (;;) {
    const tries = await Promise.allSettled(Array.from({ length: count }, () => pool.connect()))
    for (const tried of tries) if (tried.status === 'fulfilled') tried.value.release()
    const failure = tries.find((tried) => tried.status === 'rejected')
    if (!failure) return
    if (!isAwayError(failure.reason) || Date.now() > deadline) throw failure.reason
    await pause(100)
  }
}
