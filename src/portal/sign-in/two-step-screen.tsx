import { useEffect, useState } from 'react'
import { signInPaths } from '#contract/paths.ts'
import { call } from '#portal/calls/call.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { setConfirmer } from '#portal/calls/confirmation.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { redirectTo, redirectToLogin } from '#portal/session/redirects.ts'
import { currentSession } from '#portal/session/stored-session.ts'
import { AddPasskey } from '#portal/two-step/add-passkey.tsx'
import { canUsePasskeys } from '#portal/two-step/passkey-support.ts'
import { goToProvider, providerName } from '#portal/two-step/provider.ts'
import { TwoStepSetUp } from '#portal/two-step/two-step-set-up.tsx'
import { twoStepNotLoaded } from '#portal/two-step/wording.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { endStoredSession, logout } from './logout.ts'
import { redirectToLanding } from './sign-in.ts'
import { SignInCard } from './sign-in-card.tsx'

/** For accounts that must set up two-step sign-in first (docs/product.md 81). All others are led on. */
export function TwoStepScreen() {
  const [session] = useState(currentSession)
  const [isDue, setDue] = useState(false)
  const [error, setError] = useState<unknown>()

  useEffect(() => {
    if (!session) return redirectTo(signInPaths.login)
    call('GET /auth/two-step', {}).then(({ isOn, isRequired }) => {
      if (isOn || !isRequired) redirectToLanding(session)
      else setDue(true)
    }, setError)
  }, [session])

  // Whoever signed in a while ago does so again, and comes back here. A provider may let people in without asking.
  useEffect(
    () =>
      setConfirmer(async () => {
        const account = providerName() ? await call('GET /auth/organization', {}) : undefined
        if (account?.isLinked) {
          await goToProvider({ confirm: true, returnTo: signInPaths.twoStep })
          return false
        }
        endStoredSession()
        redirectToLogin({ ended: true })
        return false
      }),
    [],
  )

  if (!session) return null
  return (
    <SignInCard
      title="Two-step sign-in"
      subtitle="Your role requires two-step sign-in. Set it up now to continue."
    >
      {isDue && <SecondStep onDone={() => redirectToLanding(session)} />}
      {!isDue && !error && <LoadingSkeleton lines={6} />}
      {error !== undefined && (
        <Banner tone="danger" title={twoStepNotLoaded}>
          <p>{errorMessage(error)}</p>
          <Button icon="refresh" onClick={() => location.reload()}>
            Try again
          </Button>
        </Banner>
      )}
      <Button icon="log-out" onClick={() => void logout()}>
        {screenWording.logout}
      </Button>
    </SignInCard>
  )
}

/** An authenticator app or, where that is possible, a passkey. */
function SecondStep({ onDone }: { onDone: () => void }) {
  const [usesPasskey, setUsesPasskey] = useState(false)
  if (usesPasskey) return <AddPasskey onDone={onDone} onCancel={() => setUsesPasskey(false)} />
  return (
    <>
      <TwoStepSetUp onDone={onDone} />
      {canUsePasskeys() && (
        <Button icon="key" onClick={() => setUsesPasskey(true)}>
          Use a passkey instead
        </Button>
      )}
    </>
  )
}
