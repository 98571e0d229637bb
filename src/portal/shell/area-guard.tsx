import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { mayOpenArea } from '#contract/access/areas.ts'
import type { Area } from '#contract/paths.ts'
import { useIsPageHeld } from '#portal/session/held-page.ts'
import { redirectToLogin, redirectToUnauthorized } from '#portal/session/redirects.ts'
import { clearSession, currentSession, readToken, type Session } from '#portal/session/stored-session.ts'
import { SessionContext } from '#portal/session/use-session.ts'
import { HeldPage } from '#portal/session-watch/held-page.tsx'
import { SessionWatch } from '#portal/session-watch/session-watch.tsx'
import { isLoggingOut } from '#portal/sign-in/logout.ts'
import { ConfirmPassword } from '#portal/two-step/confirm-password.tsx'

type GuardDecision = 'open' | 'login' | 'unauthorized'

/** Without a session to the login; with a role that may not open the area, to the page that says so. */
export function guardDecision(session: Pick<Session, 'role'> | undefined, area: Area): GuardDecision {
  if (!session) return 'login'
  return mayOpenArea(session.role, area) ? 'open' : 'unauthorized'
}

/** Checks at every navigation; the server checks every call. */
export function AreaGuard({ area, children }: { area: Area; children: ReactNode }) {
  useLocation()
  const isHeld = useIsPageHeld()
  const lastSession = useRef<Session>(undefined)
  const session = isHeld ? lastSession.current : currentSession()
  const decision = guardDecision(session, area)

  useEffect(() => {
    if (session) lastSession.current = session
    if (decision === 'open' || isLoggingOut()) return
    if (decision === 'unauthorized') return redirectToUnauthorized()
    const ended = readToken() !== null
    clearSession()
    redirectToLogin({ ended })
  }, [decision, session])

  if (decision !== 'open' || !session) return null
  return (
    <SessionContext value={session}>
      {children}
      {isHeld ? <HeldPage /> : <SessionWatch />}
      <ConfirmPassword />
    </SessionContext>
  )
}
