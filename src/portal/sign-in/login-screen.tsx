import { useEffect, useState } from 'react'
import { failures } from '#contract/failures.ts'
import { organizationName } from '#portal/screen/organization.ts'
import { hasDraft } from '#portal/session/draft.ts'
import { hasSessionEnded } from '#portal/session/redirects.ts'
import { currentSession } from '#portal/session/stored-session.ts'
import { Banner } from '#ui/banner.tsx'
import { LoginForm } from './login-form.tsx'
import { leaveForLanding } from './sign-in.ts'
import { SignInCard } from './sign-in-card.tsx'
import { signInWording } from './wording.ts'

const wording = signInWording.login

export function LoginScreen() {
  const [alreadySignedIn] = useState(currentSession)
  const [ended] = useState(hasSessionEnded)
  const [draftKept] = useState(hasDraft)

  useEffect(() => {
    if (alreadySignedIn) leaveForLanding(alreadySignedIn)
  }, [alreadySignedIn])

  if (alreadySignedIn) return null
  return (
    <SignInCard title={organizationName()} tabTitle={wording.tabTitle} subtitle={wording.subtitle}>
      {ended && (
        <Banner tone="info">
          <p>{failures['not-signed-in'].message}</p>
          {draftKept && <p>{wording.draftKept}</p>}
        </Banner>
      )}
      <LoginForm />
    </SignInCard>
  )
}
