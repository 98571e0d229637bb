import { areaOfPath } from '#contract/access/areas.ts'
import { signInPaths } from '#contract/paths.ts'
import { leaveFor } from './departure.ts'
import { dropAllDrafts } from './draft.ts'
import { currentSession, readToken, storageKeys } from './stored-session.ts'

/** Signing out, or signing in as somebody else, in one tab is the same in all. */
export function watchOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    // A null key: the whole storage was cleared.
    if (key !== storageKeys.token && key !== null) return
    if (areaOfPath(location.pathname) === undefined) return
    if (key !== null && newValue !== null) return location.reload()
    dropAllDrafts()
    leaveFor(signInPaths.login)
  })
}

/**
 * The back button may bring back this page as it was left. `blank` empties it when it is left without a session, and
 * if it belonged to another session than the one of then it starts anew.
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
