import { useEffect, useState } from 'react'
import { landingPath } from '#contract/access/areas.ts'
import { signInPaths } from '#contract/paths.ts'
import { call } from '#portal/calls/call.ts'
import { isFailure } from '#portal/calls/call-failure.ts'
import type { FormError } from '#portal/form/use-form.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { redirectTo, rememberReturnAddress } from '#portal/session/redirects.ts'
import { currentSession } from '#portal/session/stored-session.ts'
import { canUsePasskeys } from '#portal/two-step/passkey-support.ts'
import { providerName } from '#portal/two-step/provider.ts'
import { Anchor } from '#ui/anchor.tsx'
import { ErrorBanner } from '#ui/banner.tsx'
import { CodeForm } from './code-form.tsx'
import { PasskeyButton, ProviderButton } from './other-ways.tsx'
import { providerAnswer } from './provider-answer.ts'
import { enter, loginError } from './sign-in.ts'
import { BackToLogin, SignInCard } from './sign-in-card.tsx'

/** Signs in, or returns to where the session was to be confirmed. */
async function finish(body: { query: string } | { code: string }): Promise<void> {
  const { token, returnTo } = await call('POST /auth/organization', { body })
  if (token === undefined) return redirectTo(returnTo ?? landing())
  if (returnTo) rememberReturnAddress(returnTo)
  enter(token)
}

function landing(): string {
  const session = currentSession()
  return session ? landingPath(session.role) : signInPaths.login
}

/** The answer is good for one try, however often the screen is rendered. */
let first: Promise<void> | undefined

/** Where the provider of the organization's accounts returns to. */
export function ProviderSignInScreen() {
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    first ??= finish({ query: providerAnswer() || '?' })
    first.catch(setFailure)
  }, [])

  return (
    <SignInCard title="Sign in">
      {failure === undefined && (
        <>
          <p role="status">Signing you in…</p>
          <LoadingSkeleton lines={2} />
        </>
      )}
      {isFailure(failure, 'second-step-needed') ? (
        <>
          <CodeForm
            hasApp={failure.secondSteps.includes('app')}
            logIn={(code) => finish({ code })}
            onStartOver={() => redirectTo(signInPaths.login)}
          />
          {failure.secondSteps.includes('passkey') && canUsePasskeys() && (
            <PasskeyButton onSignedIn={enter} />
          )}
        </>
      ) : (
        failure !== undefined && <Failed error={loginError(failure)} />
      )}
    </SignInCard>
  )
}

/** Someone who is signed in wanted to confirm that. */
function Failed({ error }: { error: FormError }) {
  const [session] = useState(currentSession)
  return (
    <>
      <ErrorBanner error={error} />
      {session ? (
        <Anchor className="sign-in-card-link touch-line" href={landing()}>
          Back to the portal
        </Anchor>
      ) : (
        <>
          {providerName() !== '' && <ProviderButton />}
          <BackToLogin />
        </>
      )}
    </>
  )
}
