import { landingPath } from '#contract/access/areas.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from './call.ts'
import { forgetSessionEnd, forgetWantedAddress, leaveFor, readWantedAddress } from './departure.ts'
import { type Session, storeSession } from './stored-session.ts'
import { decodeToken } from './token.ts'

export type SignInResult = { session: Session; kept: boolean } | undefined

/** Undefined: the server's token can't be read, so nobody is signed in. */
export async function signIn(credentials: { email: string; password: string }): Promise<SignInResult> {
  const { token } = await call(sessionEndpoints.login, { body: credentials })
  const session = decodeToken(token)
  return session && { session, kept: storeSession(token, session) }
}

/** Decision 3: to the address that the guard had turned away, if the role may open it, else where the role lands. */
export function leaveForLanding({ role }: Pick<Session, 'role'>): void {
  const address = landingPath(role, readWantedAddress())
  forgetWantedAddress()
  forgetSessionEnd()
  leaveFor(address)
}
