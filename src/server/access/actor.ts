import type { Role } from '#contract/access/roles.ts'

/** Who makes a call: an employee with an active session. The role is the database's, never the token's. */
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
