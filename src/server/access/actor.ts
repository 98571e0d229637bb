import type { Role } from '#contract/access/roles.ts'

/** The caller: an employee with an active session. The role is read from the database, never from the token. */
export interface Actor {
  employeeId: string
  sessionId: string
  email: string
  role: Role
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
  }
}
