import { readReturnAddress } from '#portal/session/redirects.ts'
import { OtherWay } from '#portal/two-step/other-way.tsx'
import { canUsePasskeys } from '#portal/two-step/passkey-support.ts'
import { goToProvider, providerName } from '#portal/two-step/provider.ts'
import { loginError } from './sign-in.ts'

type OtherWaysProps = {
  /** Stores the session and goes on; throws a `CallFailure` if that isn't possible. */
  onSignedIn: (token: string) => unknown
  /** In a dialog over a page that must not be left: without the provider, to whom people leave it. */
  isOverPage?: boolean
}

/** The ways to sign in without a password that are set up, below the form. */
export function OtherWays({ onSignedIn, isOverPage }: OtherWaysProps) {
  const hasProvider = !isOverPage && providerName() !== ''
  if (!hasProvider && !canUsePasskeys()) return null
  return (
    <div className="other-ways stack">
      <p className="other-ways-or">or</p>
      {hasProvider && <ProviderButton />}
      {canUsePasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
    </div>
  )
}

/** Leaves the page for the provider of the organization's accounts. */
export function ProviderButton() {
  const returnTo = readReturnAddress() ?? undefined
  return (
    <OtherWay icon="user" errorOf={loginError} start={() => goToProvider({ returnTo })}>
      Sign in with {providerName()}
    </OtherWay>
  )
}

export function PasskeyButton({ onSignedIn }: Pick<OtherWaysProps, 'onSignedIn'>) {
  async function signIn() {
    const { signInWithPasskey } = await import('#portal/two-step/passkeys.ts')
    await onSignedIn(await signInWithPasskey())
  }
  return (
    <OtherWay icon="key" errorOf={loginError} start={signIn}>
      Sign in with a passkey
    </OtherWay>
  )
}
