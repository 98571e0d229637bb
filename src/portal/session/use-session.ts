import { createContext, useContext } from 'react'
import type { Session } from './stored-session.ts'

/** Provided by the area guard. */
export const SessionContext = createContext<Session | null>(null)

/** Who is signed in; only inside the area guard. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is for screens inside the area guard.')
  return session
}
