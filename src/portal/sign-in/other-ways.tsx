import { useEffect, useState } from 'react'
import type { FormError } from '#portal/form/use-form.ts'
import { readReturnAddress } from '#portal/session/redirects.ts'
import { canUsePasskeys } from '#portal/two-step/passkey-support.ts'
import { goToProvider, providerName } from '#portal/two-step/provider.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { loginError } from './sign-in.ts'

type OtherWaysProps = {
  /** Stores the session and goes on; throws a `CallFailure` if that isn't possible. */
  onSignedIn: (token: string) => unknown
  /** In a dialog over a page that must not be left: without the provider, to whom people leave it. */
  isOverPage?: boolean
}

/** The ways to sign in without a password that are set up, below the form. */
export function OtherWays({ onSignedIn, isOverPage }: OtherWaysProps) {
  const provider = !isOverPage && providerName()
  if (!provider && !canUsePasskeys()) return null
  return (
    <div className="other-ways stack">
      <p className="other-ways-or">or</p>
      {provider && <ProviderButton provider={provider} />}
      {canUsePasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
    </div>
  )
}

/** Leaves the page for the provider of the organization's accounts. */
export function ProviderButton({ provider }: { provider: string }) {
  const [isLeaving, setLeaving] = useState(false)
  const [error, setError] = useState<FormError>()

  // Back may show this page as it was left.
  useEffect(() => {
    const stay = () => setLeaving(false)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])

  async function leave() {
    setLeaving(true)
    setError(undefined)
    try {
      await goToProvider({ returnTo: readReturnAddress() ?? undefined })
    } catch (failure) {
      setError(loginError(failure))
      setLeaving(false)
    }
  }

  return (
    <>
      <ErrorBanner error={error} />
      <Button icon="user" busy={isLeaving} onClick={() => void leave()}>
        Sign in with {provider}
      </Button>
    </>
  )
}

export function PasskeyButton({ onSignedIn }: OtherWaysProps) {
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
