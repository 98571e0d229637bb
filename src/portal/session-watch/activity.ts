import { sessionLimits } from '#contract/session/limits.ts'

/* Times are milliseconds. */

const interval = sessionLimits.activityInterval * 1000

/** Between two tries when the server can't be reached. */
const pause = 10_000

/**
 * Reports activity to the server, at most once a minute. Only what the server has recorded counts, because only that keeps the
 * session alive. Opening a page is activity, too, so the first report is sent at once.
 */
export function activityReports(send: () => Promise<unknown>, onRecorded: (activeAt: number) => void) {
  let activeAt: number | undefined
  let triedAt = Number.NEGATIVE_INFINITY
  let unreported: number | undefined

  async function report(now: number): Promise<void> {
    triedAt = now
    await send()
    unreported = undefined
    // The time of sending, which is before the server's own: the session then ends here first.
    noteActivity(now)
    onRecorded(now)
  }

  function tryReport(now: number): void {
    if (now - triedAt < pause) return
    // `retry` or the next input tries again; `call` handles an ended session.
    report(now).catch(() => undefined)
  }

  /** Another tab's report counts for all. */
  function noteActivity(at: number): void {
    activeAt = Math.max(activeAt ?? at, at)
  }

  return {
    /** When the server last recorded activity, from any tab; undefined until it has. */
    activeAt: () => activeAt,
    noteActivity,
    /** Typing or clicking. */
    input(now: number): void {
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
