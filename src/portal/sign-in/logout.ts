import { signInPaths } from '#contract/paths.ts'
import { call } from '#portal/calls/call.ts'
import { forgetRedirect, redirectTo } from '#portal/session/redirects.ts'
import { tabStorage } from '#portal/session/storage.ts'
import { clearSession, readToken } from '#portal/session/stored-session.ts'
import { announceLogout } from '#portal/session/tab-sync.ts'
import { forgetLinkToken } from './link-token.ts'

/** Milliseconds that the server has before the person is signed out here anyway. */
const timeout = 2000

/** In the tab's storage: where to sign out of the organization's account, too, until the next page has read it. */
export const endSessionUrlKey = 'endSessionUrl'

let running = false

let mayLogOut = async () => true

/** `ask` is called before a logout by which something could be lost. */
export function askBeforeLogout(ask: () => Promise<boolean>): void {
  mayLogOut = ask
}

/** Clears the session and goes to /login, whether or not the server answers. */
export async function logout(): Promise<void> {
  if (running) return
  running = true
  running = await mayLogOut()
  if (!running) return
  // The request already holds the token; the browser forgets it now.
  const request = call('POST /auth/logout', {}, { timeout, keepalive: true })
  announceLogout()
  clearSession()
  const reply = await request.catch(() => undefined)
  forgetLinkToken()
  forgetRedirect()
  if (reply?.endSessionUrl) tabStorage.write(endSessionUrlKey, reply.endSessionUrl)
  redirectTo(signInPaths.login)
}

/** Ends the session of this browser, if there is one, without leaving the page. Other tabs notice that it ended. */
export function endStoredSession(): void {
  if (readToken() !== null) {
    call('POST /auth/logout', {}, { timeout, keepalive: true }).catch(() => undefined)
  }
  clearSession()
  forgetRedirect()
}

/** While it runs, screens that are still shown must not redirect. */
export function isLoggingOut(): boolean {
  return running
}
