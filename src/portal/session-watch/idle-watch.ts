import { sessionEndpoints } from '#contract/session/endpoints.ts'
import type { TokenClaims } from '#contract/session/schema.ts'
import { call } from '#portal/calls/call.ts'
import { leaveForLogin } from '#portal/session/redirects.ts'
import { clearSession, readToken } from '#portal/session/stored-session.ts'
import { decodeToken, isRunning } from '#portal/session/token.ts'
import { activityReports } from './activity.ts'
import { isExpiryNear, isWarningDue, timeLeft } from './idle.ts'

/** What the tabs of one person say to each other: when the server last heard of activity, or the wish to know. */
type TabMessage = { activeAt: number } | 'when?'

/** How long an answer of another tab may take. Milliseconds. */
const answerTime = 300

interface Listener {
  /** Seconds until the session ends for want of activity; undefined while there is nothing to warn of. */
  idle: (secondsLeft: number | undefined) => void
  /** Once for each session, shortly before it ends whatever one does. */
  expiring: (end: Date) => void
}

export interface IdleWatch {
  /** The answer to the warning, for all tabs; fails when the server can't be told. */
  stay(): Promise<void>
  stop(): void
}

/** Decision 42: ends the session in all tabs after half an hour without activity, and at its expiry. */
export function watchIdleness(listener: Listener): IdleWatch {
  const startedAt = Date.now()
  const stopped = new AbortController()
  const { signal } = stopped
  const channel = new BroadcastChannel('activity')
  const reports = activityReports(
    () => call(sessionEndpoints.activity, {}),
    (activeAt) => {
      if (!signal.aborted) say({ activeAt })
      look()
    },
  )
  let warned = false
  let askedAt: number | undefined
  let noticedSession: string | undefined

  function look(): void {
    if (signal.aborted) return
    const now = Date.now()
    const claims = decodeToken(readToken())
    const activeAt = reports.activeAt() ?? startedAt
    if (claims && !isRunning(claims, now)) end()
    else if (timeLeft(activeAt, now) === 0) askBeforeEnd(now)
    else goOn(claims, activeAt, now)
  }

  function goOn(claims: TokenClaims | undefined, activeAt: number, now: number): void {
    askedAt = undefined
    hidePage(false)
    reports.lookAgain(now)
    warned = isWarningDue(activeAt, now)
    listener.idle(warned ? Math.ceil(timeLeft(activeAt, now) / 1000) : undefined)
    if (!claims || claims.sid === noticedSession || !isExpiryNear(claims.exp, now)) return
    noticedSession = claims.sid
    listener.expiring(new Date(claims.exp * 1000))
  }

  /** A tab that was frozen may not have heard that the person is busy in another one; until it knows, it shows nothing. */
  function askBeforeEnd(now: number): void {
    hidePage(true)
    if (askedAt === undefined) {
      askedAt = now
      say('when?')
      setTimeout(look, answerTime)
    } else if (now - askedAt >= answerTime) end()
  }

  function end(): void {
    stop()
    hidePage(true)
    clearSession()
    leaveForLogin({ ended: true })
  }

  function say(message: TabMessage): void {
    channel.postMessage(message)
  }

  function stop(): void {
    stopped.abort()
    clearInterval(ticking)
    channel.close()
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    const activeAt = reports.activeAt()
    if (data !== 'when?') reports.noteActivity(data.activeAt)
    else if (activeAt !== undefined) say({ activeAt })
    look()
  }

  function input({ isTrusted }: Event): void {
    look()
    // While the warning is shown only its answer counts, and what comes after the end comes too late.
    if (isTrusted && !warned && askedAt === undefined && !signal.aborted) reports.input(Date.now())
  }

  function listenIn(place: Document): void {
    for (const event of ['pointerdown', 'keydown', 'input', 'click'])
      place.addEventListener(event, input, { passive: true, capture: true, signal })
  }

  /** Slides lie in frames of their own: what is typed there doesn't come up here. */
  function listenInFrame({ target }: Event): void {
    // A frame of another site shows nothing of itself.
    if (target instanceof HTMLIFrameElement && target.contentDocument) listenIn(target.contentDocument)
  }

  listenIn(document)
  document.addEventListener('load', listenInFrame, { capture: true, signal })
  // A tab that comes into view again doesn't wait for the next tick.
  document.addEventListener('visibilitychange', look, { signal })
  for (const event of ['pageshow', 'focus']) addEventListener(event, look, { signal })
  const ticking = setInterval(look, 1000)
  reports.input(startedAt)

  return { stay: () => reports.stay(Date.now()), stop }
}

/** Takes everything out of view at once, dialogs too: leaving by a page load takes its time. */
function hidePage(hidden: boolean): void {
  document.body.hidden = hidden
}
