import { confirmationSeconds } from '#contract/session/limits.ts'
import type { SignedIn } from '#server/access/actor.ts'
import { Failure } from '#server/http/failure.ts'

/** For sensitive actions: the sign-in or a confirmation must be recent (docs/product.md 83). */
export function requireConfirmation({ confirmedAt }: SignedIn, now: Date): void {
  // In the future, if a clock was set back since.
  if (Math.abs(now.getTime() - confirmedAt.getTime()) > confirmationSeconds * 1000)
    throw new Failure('confirm-password')
}
