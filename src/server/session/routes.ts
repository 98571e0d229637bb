import type { Serve } from '#server/http/serve-endpoint.ts'
import { passwordHashing } from './password-hashing.ts'
import { servePasswords } from './password-routes.ts'
import type { SessionNeeds } from './session-needs.ts'
import { signInLimits } from './sign-in-limits.ts'
import { serveSignIn } from './sign-in-routes.ts'

export function serveSession(serve: Serve, surroundings: Omit<SessionNeeds, 'passwords' | 'limits'>): void {
  const passwords = passwordHashing()
  const limits = signInLimits(surroundings.sessionSecret)
  serveSignIn(serve, { ...surroundings, passwords, limits })
  servePasswords(serve, { ...surroundings, passwords, limits })
}
