import { signInPaths } from '#contract/paths.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from './call.ts'
import { forgetSessionEnd, forgetWantedAddress, leaveFor } from './departure.ts'
import { dropAllDrafts } from './draft.ts'
import { forgetLinkToken } from './link-token.ts'
import { announceLogout } from './logout-sign.ts'
import { clearSession } from './stored-session.ts'

/** How long the server may take to say goodbye before the person goes anyway. */
const patience = 2000

let running = false

/** §2: clears the session and goes to /login, whether or not the server answers. */
export async function logout(): Promise<void> {
  if (running) return
  running = true
  // The request takes the token with it; the browser forgets it in the same moment.
  const goodbye = call(sessionEndpoints.logout, {}, { patience, keepalive: true })
  announceLogout()
  clearSession()
  dropAllDrafts()
  await goodbye.catch(() => undefined)
  // Once more: fields that stay in view for a moment go on keeping what is typed.
  dropAllDrafts()
  forgetLinkToken()
  forgetWantedAddress()
  forgetSessionEnd()
  leaveFor(signInPaths.login)
}

/** While it runs, the screens that stay in view for a moment don't send anybody anywhere. */
export function isLoggingOut(): boolean {
  return running
}
