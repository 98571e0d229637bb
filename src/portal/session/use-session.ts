import { createContext, useContext } from 'react'
import type { Session } from './stored-session.ts'

/** The guard of an area gives it. */
export const SessionContext = createContext<Session | null>(null)

/** Who is signed in; only below the guard, where somebody is. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is for screens below the guard.')
  return session
}
