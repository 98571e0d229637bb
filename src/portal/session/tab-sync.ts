import { areaOfPath } from '#contract/access/areas.ts'
import { signInPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { dropDraftsOf } from './draft.ts'
import { leaveFor, leaveForLogin } from './redirects.ts'
import { currentSession, readToken } from './stored-session.ts'
import { decodeToken } from './token.ts'

const loggedOutKey = 'loggedOut'

/**
 * Tells the other tabs who logged out on purpose: a token that is merely gone may as well have expired, and
 * then what they were writing is kept. The id passes through the storage, ahead of the token's removal, and stays
 * there for no longer than that.
 */
export function announceLogout(employeeId: string): void {
  try {
    localStorage.setItem(loggedOutKey, employeeId)
    localStorage.removeItem(loggedOutKey)
  } catch {
    // A browser that keeps nothing: then no other tab was signed in by this one.
  }
}

/** The id of the employee who logged out in another tab, if that is what the storage tells. */
function readLogout({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): string | null {
  return key === loggedOutKey ? newValue : null
}

/**
 * Logging out, or signing in as somebody else, in one tab is the same in all. A token that goes without a logout has
 * expired: what is being written here waits for the next sign-in.
 */
export function watchOtherTabs(): void {
  const tokenAtStart = readToken()
  addEventListener('storage', (event) => {
    const inArea = areaOfPath(location.pathname) !== undefined
    const loggedOut = readLogout(event)
    if (loggedOut !== null) {
      dropDraftsOf(loggedOut)
      if (inArea) leaveFor(signInPaths.login)
      return
    }
    const { key, newValue } = event
    // A null key: the whole storage was cleared.
    if (!inArea || (key !== storageKeys.token && key !== null)) return
    if (key === null || newValue === null) return leaveForLogin({ ended: true })
    if (!isSamePerson(newValue, tokenAtStart)) location.reload()
  })
}

/** With a new token, as after a change of password, the same person goes on: each call takes the stored one. */
function isSamePerson(token: string, before: string | null): boolean {
  const [now, then] = [decodeToken(token), decodeToken(before)]
  // A busy browser tells of the sign-in that led here only now.
  if (token === before) return true
  return now !== undefined && now.sub === then?.sub && now.role === then.role && now.email === then.email
}

/**
 * The back button may bring back this page as it was left. `blank` empties it when it is left without a session, and
 * if it belonged to another person or session than the one of then it starts anew.
 */
export function watchPageCache(blank: () => void): void {
  const tokenAtStart = readToken()
  addEventListener('pagehide', () => {
    if (!currentSession() && areaOfPath(location.pathname)) blank()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && readToken() !== tokenAtStart) location.reload()
  })
}
