import { landingPath } from '#contract/access/areas.ts'
import { signInPaths } from '#contract/paths.ts'
import { forgetRedirect, readReturnAddress, redirectTo } from '#portal/session/redirects.ts'
import { decodeToken, isRunning, type Session, storeSession } from '#portal/session/stored-session.ts'

/** Not stored by a browser that stores nothing, or whose clock says that the session is over already. */
type StartedSession = { session: Session; isStored: boolean; clockIsAhead: boolean }

/** Stores the token of a sign-in or of a password change; undefined when it can't be read. */
export function startSession(token: string): StartedSession | undefined {
  const session = decodeToken(token)
  if (!session) return undefined
  const clockIsAhead = !isRunning(session, Date.now())
  return { session, isStored: !clockIsAhead && storeSession(token, session), clockIsAhead }
}

/** After the password, redirects to the setup of two-step sign-in first, if the account still has to do it. */
export function redirectAfterLogin(session: Session): void {
  if (session.setUpTwoStep) redirectTo(signInPaths.twoStep)
  else redirectToLanding(session)
}

/** docs/product.md 3: to the address that the guard turned away, if the role may open it, else to the role's first screen. */
export function redirectToLanding({ role }: Pick<Session, 'role'>): void {
  const address = landingPath(role, readReturnAddress())
  forgetRedirect()
  redirectTo(address)
}
