import { useEffect } from 'react'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { sessionLimits } from '#contract/session/schema.ts'
import { call } from './call.ts'

/** Whether input at `now` is worth a report: the last one is a minute old (decision 42). Milliseconds. */
export function isReportDue(lastReport: number | undefined, now: number): boolean {
  return lastReport === undefined || now - lastReport >= sessionLimits.activityInterval * 1000
}

let lastReport: number | undefined

/** Somebody typed or clicked at `now`. */
export function report(now = Date.now()): void {
  if (!isReportDue(lastReport, now)) return
  const reportBefore = lastReport
  lastReport = now
  // Best effort: after a failure the next input reports again, and an ended session shows itself in `call`.
  call(sessionEndpoints.activity, {}).catch(() => {
    lastReport = reportBefore
  })
}

/** Typing and clicking count as activity; moving the pointer and background calls don't. */
export function useActivityReports(): void {
  useEffect(() => {
    const stop = new AbortController()
    for (const event of ['pointerdown', 'keydown']) {
      document.addEventListener(event, () => report(), { passive: true, capture: true, signal: stop.signal })
    }
    return () => stop.abort()
  }, [])
}
