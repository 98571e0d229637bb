import { landingPath } from '#contract/access/areas.ts'
import { signInPaths } from '#contract/paths.ts'
import { CallFailure, errorMessage, failureWithoutAnswer, retryAdvice } from '#portal/calls/call-failure.ts'
import type { FormError } from '#portal/form/use-form.ts'
import { forgetRedirect, readReturnAddress, redirectTo } from '#portal/session/redirects.ts'
import { decodeToken, isRunning, type Session, storeSession } from '#portal/session/stored-session.ts'

/** Stores the token of a sign-in or of a password change; throws a failure that says why it can't be. */
export function storeSignIn(token: string): Session {
  const session = decodeToken(token)
  if (!session) throw failureWithoutAnswer('unreadable-answer')
  const clockIsAhead = !isRunning(session, Date.now())
  if (!clockIsAhead && storeSession(token, session)) return session
  const message = clockIsAhead
    ? 'This device’s clock is far ahead. Correct its date and time and try again.'
    : 'This browser does not let this site store data, so you cannot stay signed in. Allow site data and try again.'
  throw new CallFailure({ code: 'not-stored', message }, 0, false)
}

/** Stores the token of a sign-in and leaves the page. */
export function enter(token: string): void {
  redirectAfterLogin(storeSignIn(token))
}

/** The server's message if there is one, else 'Login failed' and the reason (docs/specification.md §8). */
export function loginError(error: unknown): FormError {
  if (error instanceof CallFailure && error.answered)
    return { title: error.message, detail: retryAdvice(error) }
  return { title: 'Login failed', detail: errorMessage(error) }
}

/** After the sign-in, redirects to the setup of two-step sign-in first, if the account still has to do it. */
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
