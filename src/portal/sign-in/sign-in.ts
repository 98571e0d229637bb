import { landingPath } from '#contract/access/areas.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import {
  forgetSessionEnd,
  forgetWantedAddress,
  leaveFor,
  readWantedAddress,
} from '#portal/session/redirects.ts'
import { type Session, storeSession } from '#portal/session/stored-session.ts'
import { decodeToken, isRunning } from '#portal/session/token.ts'

/** Not kept: by a browser that keeps nothing, or whose clock says that the session is over already. */
type SignInResult = { session: Session; kept: boolean; clockIsAhead: boolean } | undefined

/** Undefined: the server's token can't be read, so nobody is signed in. */
export async function signIn(credentials: { email: string; password: string }): Promise<SignInResult> {
  const { token } = await call(sessionEndpoints.login, { body: credentials })
  return adopt(token)
}

/** Decision 23: the token of the answer takes the place of the one that ends with the old password. */
export async function changePassword(passwords: {
  currentPassword: string
  password: string
}): Promise<SignInResult> {
  const { token } = await call(sessionEndpoints.changePassword, { body: passwords })
  return adopt(token)
}

function adopt(token: string): SignInResult {
  const session = decodeToken(token)
  if (!session) return undefined
  const clockIsAhead = !isRunning(session, Date.now())
  return { session, kept: !clockIsAhead && storeSession(token, session), clockIsAhead }
}

/** Decision 3: to the address that the guard had turned away, if the role may open it, else where the role lands. */
export function leaveForLanding({ role }: Pick<Session, 'role'>): void {
  const address = landingPath(role, readWantedAddress())
  forgetWantedAddress()
  forgetSessionEnd()
  leaveFor(address)
}
