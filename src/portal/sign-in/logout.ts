import { signInPaths } from '#contract/paths.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { dropDraftsOf } from '#portal/session/draft-storage.ts'
import { forgetRedirect, redirectTo } from '#portal/session/redirects.ts'
import { clearSession, decodeToken, readToken } from '#portal/session/stored-session.ts'
import { announceLogout } from '#portal/session/tab-sync.ts'
import { forgetLinkToken } from './link-token.ts'

/** Milliseconds that the server has before the person is signed out here anyway. */
const timeout = 2000

let running = false

/** Clears the session and goes to /login, whether or not the server answers. */
export async function logout(): Promise<void> {
  if (running) return
  running = true
  const employeeId = decodeToken(readToken())?.sub ?? ''
  // The request already holds the token; the browser forgets it now.
  const request = call(sessionEndpoints.logout, {}, { timeout, keepalive: true })
  announceLogout(employeeId)
  clearSession()
  dropDraftsOf(employeeId)
  await request.catch(() => undefined)
  // Again, because the key may have been loaded meanwhile, while fields are still on the screen.
  dropDraftsOf(employeeId)
  forgetLinkToken()
  forgetRedirect()
  redirectTo(signInPaths.login)
}

/**
 * Ends the session of this browser, if there is one, without leaving the page. Other tabs notice that it ended and keep
 * their drafts.
 */
export function endStoredSession(): void {
  if (readToken() !== null) {
    call(sessionEndpoints.logout, {}, { timeout, keepalive: true }).catch(() => undefined)
  }
  clearSession()
  forgetRedirect()
}

/** While it runs, screens that are still shown must not redirect. */
export function isLoggingOut(): boolean {
  return running
}
