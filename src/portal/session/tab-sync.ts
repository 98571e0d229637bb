import { areaOfPath } from '#contract/access/areas.ts'
import { signInPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { redirectTo, redirectToLogin } from './redirects.ts'
import { browserStorage } from './storage.ts'
import { currentSession, decodeToken, readToken } from './stored-session.ts'

const loggedOutKey = 'loggedOut'

/**
 * Tells the other tabs that the user logged out on purpose: a token that is merely gone may have expired.
 * The id is stored only for a moment, ahead of the token's removal.
 */
export function announceLogout(employeeId: string): void {
  browserStorage.write(loggedOutKey, employeeId)
  browserStorage.remove(loggedOutKey)
}

/**
 * A logout, or a sign-in as another person, in one tab applies to all. A token that is removed without a logout has
 * expired.
 */
export function watchOtherTabs(): void {
  const tokenAtStart = readToken()
  addEventListener('storage', ({ key, newValue }) => {
    const inArea = areaOfPath(location.pathname) !== undefined
    if (key === loggedOutKey && newValue !== null) {
      if (inArea) redirectTo(signInPaths.login)
      return
    }
    // A null key: the whole storage was cleared.
    if (!inArea || (key !== storageKeys.token && key !== null)) return
    if (key === null || newValue === null) return redirectToLogin({ ended: true })
    if (!isSamePerson(newValue, tokenAtStart)) location.reload()
  })
}

/** Whether the user is the same with a new token, as after a change of password. Nothing to do then: calls read the stored token. */
function isSamePerson(token: string, before: string | null): boolean {
  // The storage event of the sign-in before this page load can arrive late.
  if (token === before) return true
  const [now, then] = [decodeToken(token), decodeToken(before)]
  return now !== undefined && now.sub === then?.sub && now.role === then.role && now.email === then.email
}

/**
 * The back button may restore this page as it was left. `blank` empties it when it is left without a session; it reloads
 * when the session is no longer the one it was left with.
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
