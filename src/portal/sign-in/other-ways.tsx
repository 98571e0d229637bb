import { useState } from 'react'
import type { FormError } from '#portal/form/use-form.ts'
import { canUsePasskeys } from '#portal/two-step/passkey-support.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { loginError } from './sign-in.ts'

type OtherWaysProps = {
  /** Stores the session and goes on; throws a `CallFailure` if that isn't possible. */
  onSignedIn: (token: string) => unknown
}

/** The ways to sign in without a password that are set up, below the form. */
export function OtherWays({ onSignedIn }: OtherWaysProps) {
  if (!canUsePasskeys()) return null
  return (
    <div className="other-ways stack">
      <p className="other-ways-or">or</p>
      <PasskeyButton onSignedIn={onSignedIn} />
    </div>
  )
}

function PasskeyButton({ onSignedIn }: OtherWaysProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<FormError>()

  async function signIn() {
    setBusy(true)
    setError(undefined)
    try {
      const { signInWithPasskey } = await import('#portal/two-step/passkeys.ts')
      await onSignedIn(await signInWithPasskey())
    } catch (failure) {
      setError(loginError(failure))
      setBusy(false)
    }
  }

  return (
    <>
      <ErrorBanner error={error} />
      <Button icon="key" busy={isBusy} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
    </>
  )
}
