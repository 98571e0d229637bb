import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '#server/database/connection.ts'
import { type AuditEvent, recordAudit } from './store.ts'

const flushAfterMilliseconds = 500
/** While rows can't be written, as many views wait; then the newest are given up, and the log says how many. */
const longestBacklog = 50_000

export interface ViewLog {
  /** A user looked at a record or a list, or was refused; the row is written within a second. */
  add(event: AuditEvent): void
  /** Writes what waits; called at shutdown. */
  flush(): Promise<void>
}

/**
 * Audit rows of *views*, and of refused calls, in batches, so that looking never waits for a write. A kill may lose the
 * last second of them; changes are audited in their own transaction and lose nothing.
 */
export function viewLog(db: Connection, log: Pick<FastifyBaseLogger, 'error'>): ViewLog {
  let waiting: AuditEvent[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      await recordAudit(db, ...batch)
    } catch (error) {
      const all = [...batch, ...waiting]
      waiting = all.slice(0, longestBacklog)
      const lost = all.length - waiting.length
      log.error(
        { err: error, waiting: waiting.length, lost },
        'audit rows of views and refusals could not be written yet',
      )
      schedule()
    }
  }

  /** One at a time: a slow write must not be overtaken. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
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
