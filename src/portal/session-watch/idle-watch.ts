import { sessionLimits } from '#contract/session/limits.ts'
import type { TokenClaims } from '#contract/session/schema.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { call } from '#portal/calls/call.ts'
import { isPageHeld } from '#portal/session/held-page.ts'
import { redirectToLogin } from '#portal/session/redirects.ts'
import {
  clearSession,
  decodeToken,
  isRunning,
  readActiveAt,
  readToken,
} from '#portal/session/stored-session.ts'
import { activityReports } from './activity.ts'

/* Times are milliseconds. Clock times are compared, never ticks counted: a laptop sleeps without ticking. */

const idleLimit = sessionLimits.idle * 1000
const warningAfter = sessionLimits.idleWarning * 1000

/** Until the session ends, after the last activity at `activeAt`; 0 once it is over. */
export function timeLeft(activeAt: number, now: number): number {
  return Math.max(0, activeAt + idleLimit - now)
}

export function isWarningDue(activeAt: number, now: number): boolean {
  return now - activeAt >= warningAfter
}

/** How long before the token expires the user is warned, active or not. */
const expiryNotice = 5 * 60 * 1000

/** `exp` in seconds, as in the token. */
export function isExpiryNear(exp: number, now: number): boolean {
  return exp * 1000 - now <= expiryNotice
}

interface Listener {
  /** Seconds until the session ends without activity; undefined while no warning is due. */
  idle: (secondsLeft: number | undefined) => void
  /** Once for each session, shortly before its token expires. */
  expiring: (end: Date) => void
}

export interface IdleWatch {
  /** Keeps the session, in all tabs; rejects when the server can't be reached. */
  stay(): Promise<void>
  stop(): void
}

/** docs/product.md 42: ends the session in all tabs after half an hour without activity, and at its expiry. */
export function watchIdleness(listener: Listener): IdleWatch {
  const startedAt = Date.now()
  const stopped = new AbortController()
  const { signal } = stopped
  const reports = activityReports(() => call('POST /auth/activity', {}))
  let warned = false
  let sessionWithNotice: string | undefined

  function checkSession(): void {
    if (signal.aborted) return
    const now = Date.now()
    const claims = decodeToken(readToken())
    // A tab that was frozen finds here what was done in another one.
    const activeAt = readActiveAt() ?? startedAt
    if (timeLeft(activeAt, now) === 0 || (claims && !isRunning(claims, now))) end()
    else continueSession(claims, activeAt, now)
  }

  function continueSession(claims: TokenClaims | undefined, activeAt: number, now: number): void {
    reports.retry(now)
    warned = isWarningDue(activeAt, now)
    listener.idle(warned ? Math.ceil(timeLeft(activeAt, now) / 1000) : undefined)
    if (!claims || claims.sid === sessionWithNotice || !isExpiryNear(claims.exp, now)) return
    sessionWithNotice = claims.sid
    listener.expiring(new Date(claims.exp * 1000))
  }

  function end(): void {
    stop()
    clearSession()
    redirectToLogin({ ended: true })
    // At once, dialogs too, because the redirect takes a moment.
    document.body.hidden = !isPageHeld()
  }

  async function stay(): Promise<void> {
    await reports.stay(Date.now())
    checkSession()
  }

  function stop(): void {
    stopped.abort()
    clearInterval(ticking)
  }

  function input({ isTrusted }: Event): void {
    checkSession()
    // While the warning is shown only its button counts, and after the end nothing does.
    if (isTrusted && !warned && !signal.aborted) reports.input(Date.now())
  }

  function listenIn(doc: Document): void {
    for (const event of ['pointerdown', 'keydown', 'input', 'click'])
      doc.addEventListener(event, input, { passive: true, capture: true, signal })
  }

  /** Slides are in frames, whose events don't reach this document. */
  function listenInFrame({ target }: Event): void {
    // The document of another site's frame is null.
    if (target instanceof HTMLIFrameElement && target.contentDocument) listenIn(target.contentDocument)
  }

  listenIn(document)
  document.addEventListener('load', listenInFrame, { capture: true, signal })
  // A tab that becomes visible again doesn't wait for the next tick, nor does the warning in other tabs.
  document.addEventListener('visibilitychange', checkSession, { signal })
  for (const event of ['pageshow', 'focus']) addEventListener(event, checkSession, { signal })
  addEventListener('storage', ({ key }) => key === storageKeys.activeAt && checkSession(), { signal })
  const ticking = setInterval(checkSession, 1000)
  reports.input(startedAt)

  return { stay, stop }
}
