import type { Role } from '#contract/access/roles.ts'

/** Where a call came from; audit rows hold it. */
export interface Origin {
  requestId: string
  /** A keyed hash. */
  network: string
  sessionId?: string
}

/** An employee with an active session. The role is read from the database, never from the token. */
export interface SignedIn {
  employeeId: string
  sessionId: string
  email: string
  role: Role
  /** Whether signing in needs a code. */
  hasTwoStep: boolean
  /** Whether the session was opened with the organization's account. */
  byOrganization: boolean
  /** When the employee signed in or last confirmed it, with all that the sign-in asks for. */
  confirmedAt: Date
}

/** The caller. */
export type Actor = SignedIn & Origin

/** Whether the provider of the organization's accounts has answered for the second step of this session. */
export function isTwoStepOfProvider(
  { byOrganization }: SignedIn,
  provider: { answersForTwoStep: boolean } | undefined,
): boolean {
  return byOrganization && provider?.answersForTwoStep === true
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
  }
}
