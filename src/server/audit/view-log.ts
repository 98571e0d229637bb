import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '#server/database/connection.ts'
import { type AuditEvent, recordAudit } from './store.ts'

const flushAfterMilliseconds = 500
/** Beyond this, views wait no longer: memory stays bounded while the database is away. */
const longestBacklog = 50_000

export interface ViewLog {
  /** Notes that somebody looked at a record or a list; the row is written within a second. */
  add(event: AuditEvent): void
  /** Writes what waits; called at shutdown. */
  flush(): Promise<void>
}

/**
 * Audit rows of *views*, in batches, so that looking never waits for a write. A kill may lose the last second of
 * them; changes are audited in their own transaction and lose nothing.
 */
export function viewLog(db: Connection, log: Pick<FastifyBaseLogger, 'error'>): ViewLog {
  let waiting: AuditEvent[] = []
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      await recordAudit(db, ...batch)
    } catch (error) {
      log.error({ err: error, views: batch.length }, 'audit rows of views could not be written yet')
      waiting = [...batch, ...waiting].slice(0, longestBacklog)
      schedule()
    }
  }

  function schedule(): void {
    timer ??= setTimeout(flush, flushAfterMilliseconds).unref()
  }

  return {
    add(event) {
      waiting.push(event)
      schedule()
    },
    flush,
  }
}
