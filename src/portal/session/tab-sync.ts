import { areaOfPath } from '#contract/access/areas.ts'
import { signInPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { dropOpenWork, holdPage, isPageHeld, resumeHeldPage } from './held-page.ts'
import { redirectTo, redirectToLogin } from './redirects.ts'
import { browserStorage } from './storage.ts'
import { currentSession, decodeToken, readToken } from './stored-session.ts'

const loggedOutKey = 'loggedOut'

/**
 * Tells the other tabs that the user logged out on purpose: a token that is merely gone may have expired.
 * Stored only for a moment, ahead of the token's removal.
 */
export function announceLogout(): void {
  browserStorage.write(loggedOutKey, 'yes')
  browserStorage.remove(loggedOutKey)
}

/**
 * A logout, or a sign-in as another person, in one tab applies to all. A token that is removed without a logout has
 * expired.
 */
export function watchOtherTabs(): void {
  const tokenAtStart = readToken()
  addEventListener('storage', async ({ key, newValue }) => {
    const inArea = areaOfPath(location.pathname) !== undefined
    if (key === loggedOutKey && newValue !== null) {
      if (inArea && !holdPage({ loggedOut: true })) redirectTo(signInPaths.login)
      return
    }
    // A null key: the whole storage was cleared.
    if (!inArea || (key !== storageKeys.token && key !== null)) return
    if (key === null || newValue === null) return redirectToLogin({ ended: true })
    // The storage event of the sign-in before this page load can arrive late.
    if (newValue === tokenAtStart) return
    const [now, then] = [decodeToken(newValue), decodeToken(tokenAtStart)]
    const isSamePerson = now !== undefined && now.sub === then?.sub
    if (!isSamePerson) dropOpenWork()
    else if (isPageHeld()) await resumeHeldPage()
    // With a new token alone, as after a change of password, there is nothing to do: calls read the stored one.
    if (!isSamePerson || now.role !== then?.role || now.email !== then.email) location.reload()
  })
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
