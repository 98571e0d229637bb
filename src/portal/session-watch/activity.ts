import { sessionLimits } from '#contract/session/limits.ts'
import { readActiveAt, readToken, storeActiveAt } from '#portal/session/stored-session.ts'

/* Times are milliseconds. */

const interval = sessionLimits.activityInterval * 1000

/** Between two tries when the server can't be reached. */
const pause = 10_000

/**
 * Reports activity to the server, at most once a minute in all tabs. Only what the server has recorded counts, because only that
 * keeps the session alive. Opening a page is activity, too.
 */
export function activityReports(send: () => Promise<unknown>) {
  let triedAt = Number.NEGATIVE_INFINITY
  let unreported: number | undefined

  async function report(now: number): Promise<void> {
    triedAt = now
    const token = readToken()
    await send()
    unreported = undefined
    // The time of sending, which is before the server's own: the session then ends here first. After a logout nothing is stored.
    if (readToken() === token) storeActiveAt(now)
  }

  function tryReport(now: number): void {
    if (now - triedAt < pause) return
    // `retry` or the next input tries again; `call` handles an ended session.
    report(now).catch(() => undefined)
  }

  return {
    /** Typing or clicking. */
    input(now: number): void {
      const activeAt = readActiveAt()
      if (activeAt !== undefined && now - activeAt < interval) return
      unreported = now
      tryReport(now)
    },
    /** Sends a failed report again while it is recent. */
    retry(now: number): void {
      if (unreported === undefined) return
      if (now - unreported < interval) tryReport(now)
      else unreported = undefined
    },
    /** Reports at once; rejects when the server can't be reached. */
    stay: report,
  }
}
