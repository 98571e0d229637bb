import { sessionLimits } from '#contract/session/limits.ts'

/* Times are milliseconds. */

const interval = sessionLimits.activityInterval * 1000

/** Between two tries when the server can't be reached. */
const pause = 10_000

/**
 * Reports to the server that somebody types or clicks, at most once a minute. What counts is what the
 * server has taken: input that it never heard of doesn't keep a session alive, and this side must not believe so.
 * Opening a page is a deed of a person, too, so there is a first report at once.
 */
export function activityReports(send: () => Promise<unknown>, taken: (activeAt: number) => void) {
  let activeAt: number | undefined
  let triedAt = Number.NEGATIVE_INFINITY
  let unreported: number | undefined

  async function report(now: number): Promise<void> {
    triedAt = now
    await send()
    unreported = undefined
    // The moment of sending: the server's own is never earlier, so this side is never the more patient one.
    noteActivity(now)
    taken(now)
  }

  function tryReport(now: number): void {
    if (now - triedAt < pause) return
    // Tried again by `lookAgain` or by the next input; an ended session shows itself in `call`.
    report(now).catch(() => undefined)
  }

  /** Another tab's report counts for all. */
  function noteActivity(at: number): void {
    activeAt = Math.max(activeAt ?? at, at)
  }

  return {
    /** When the server last heard of activity, in any tab; undefined until it has. */
    activeAt: () => activeAt,
    noteActivity,
    /** Somebody typed or clicked at `now`. */
    input(now: number): void {
      if (activeAt !== undefined && now - activeAt < interval) return
      unreported = now
      tryReport(now)
    },
    /** A report that failed is sent again while it is still true. */
    lookAgain(now: number): void {
      if (unreported === undefined) return
      if (now - unreported < interval) tryReport(now)
      else unreported = undefined
    },
    /** Somebody answered the warning; fails when the server can't be told. */
    stay: report,
  }
}
