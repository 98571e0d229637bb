import type { Serve } from '#server/http/serve-endpoint.ts'
import { passwordHashing } from './password-hashing.ts'
import { servePasswords } from './password-routes.ts'
import type { SessionContext } from './session-context.ts'
import { signInLimits } from './sign-in-limits.ts'
import { serveSignIn } from './sign-in-routes.ts'

export function serveSession(serve: Serve, context: Omit<SessionContext, 'passwords' | 'limits'>): void {
  const passwords = passwordHashing()
  const limits = signInLimits(context.sessionSecret)
  serveSignIn(serve, { ...context, passwords, limits })
  servePasswords(serve, { ...context, passwords, limits })
}
