import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useLocation } from 'react-router'
import { type Area, signInPaths } from '#contract/paths.ts'
import { useActivityReports } from './activity.ts'
import { leaveFor, leaveForLogin } from './departure.ts'
import { guardDecision } from './guard.ts'
import { isLoggingOut } from './logout.ts'
import { clearSession, currentSession, readToken, type Session } from './stored-session.ts'

const SessionContext = createContext<Session | null>(null)

/** Who is signed in; only below the guard, where somebody is. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is for screens below the guard.')
  return session
}

/** Looks again at every navigation; the server looks at every call. */
export function AreaGuard({ area, children }: { area: Area; children: ReactNode }) {
  useLocation()
  const session = currentSession()
  const decision = guardDecision(session, area)

  useEffect(() => {
    if (decision === 'open' || isLoggingOut()) return
    if (decision === 'unauthorized') return leaveFor(signInPaths.unauthorized)
    const ended = readToken() !== null
    clearSession()
    leaveForLogin({ ended })
  }, [decision])

  if (decision !== 'open' || !session) return null
  return (
    <SessionContext value={session}>
      <ActivityReports />
      {children}
    </SessionContext>
  )
}

function ActivityReports() {
  useActivityReports()
  return null
}
