import { useState } from 'react'
import { signInPaths } from '#contract/paths.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { currentSession } from '#portal/session/stored-session.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Banner } from '#ui/banner.tsx'
import { readLinkToken } from './link-token.ts'
import { SetPasswordForm } from './set-password-form.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { WayToNewLink } from './way-to-new-link.tsx'
import { signInWording } from './wording.ts'

const wording = signInWording.setPassword

export function SetPasswordScreen() {
  const [token] = useState(readLinkToken)
  const [session] = useState(currentSession)
  return (
    <SignInCard title={wording.title} subtitle={token ? wording.intro : undefined}>
      {token ? (
        <SetPasswordForm token={token} signedInAs={session?.email} />
      ) : (
        <Banner tone="warning" title={sessionWording.linkMissing}>
          <p>{wording.missing}</p>
          <WayToNewLink />
        </Banner>
      )}
      <Anchor className="sign-in-card-link" href={signInPaths.login}>
        {signInWording.backToLogin}
      </Anchor>
    </SignInCard>
  )
}
