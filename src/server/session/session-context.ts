import type { AppContext } from '#server/app-context.ts'
import type { PasswordHashing } from './password-hashing.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { TokenKey } from './token.ts'

/** What the calls about signing in and about passwords share: one queue of hashing, one count of failures. */
export type SessionContext = Pick<AppContext, 'db' | 'clock' | 'mail' | 'organization' | 'sessionSecret'> & {
  tokens: TokenKey
  passwords: PasswordHashing
  limits: SignInLimits
}
