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
  /** When the employee signed in or last confirmed it, with all that the sign-in asks for. */
  confirmedAt: Date
}

/** The caller. */
export type Actor = SignedIn & Origin

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
  }
}
