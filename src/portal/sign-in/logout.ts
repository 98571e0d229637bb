import { signInPaths } from '#contract/paths.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { dropDraftsOf } from '#portal/session/draft.ts'
import { forgetSessionEnd, forgetWantedAddress, leaveFor } from '#portal/session/redirects.ts'
import { clearSession, readToken } from '#portal/session/stored-session.ts'
import { announceLogout } from '#portal/session/tab-sync.ts'
import { decodeToken } from '#portal/session/token.ts'
import { forgetLinkToken } from './link-token.ts'

/** How long the server may take to say goodbye before the person goes anyway. */
const patience = 2000

let running = false

/** §2: clears the session and goes to /login, whether or not the server answers. */
export async function logout(): Promise<void> {
  if (running) return
  running = true
  const employeeId = decodeToken(readToken())?.sub ?? ''
  // The request takes the token with it; the browser forgets it in the same moment.
  const goodbye = call(sessionEndpoints.logout, {}, { patience, keepalive: true })
  announceLogout(employeeId)
  clearSession()
  dropDraftsOf(employeeId)
  await goodbye.catch(() => undefined)
  // Once more: fields that stay in view for a moment go on keeping what is typed.
  dropDraftsOf(employeeId)
  forgetLinkToken()
  forgetWantedAddress()
  forgetSessionEnd()
  leaveFor(signInPaths.login)
}

/**
 * Ends whatever session this browser holds, without leaving the page. Other tabs notice that it ended; what is being
 * written there waits for the person to whom it belongs.
 */
export function endStoredSession(): void {
  if (readToken() !== null) {
    call(sessionEndpoints.logout, {}, { patience, keepalive: true }).catch(() => undefined)
  }
  clearSession()
  forgetWantedAddress()
  forgetSessionEnd()
}

/** While it runs, the screens that stay in view for a moment don't send anybody anywhere. */
export function isLoggingOut(): boolean {
  return running
}
