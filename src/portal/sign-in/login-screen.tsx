import { useEffect, useState } from 'react'
import { ownMessages } from '#contract/failures.ts'
import { organizationName } from '#portal/screen/screen-title.tsx'
import { hasSessionEnded, readAccount } from '#portal/session/redirects.ts'
import { tabStorage } from '#portal/session/storage.ts'
import { currentSession } from '#portal/session/stored-session.ts'
import { providerName } from '#portal/two-step/provider.ts'
import { Banner } from '#ui/banner.tsx'
import { LoginForms } from './login-forms.tsx'
import { endSessionUrlKey } from './logout.ts'
import { enter, redirectAfterLogin } from './sign-in.ts'
import { SignInCard } from './sign-in-card.tsx'

export function LoginScreen() {
  const [alreadySignedIn] = useState(currentSession)
  const [ended] = useState(hasSessionEnded)
  const [endSessionUrl] = useState(() => tabStorage.read(endSessionUrlKey))

  useEffect(() => {
    tabStorage.remove(endSessionUrlKey)
    if (alreadySignedIn) redirectAfterLogin(alreadySignedIn)
  }, [alreadySignedIn])

  if (alreadySignedIn) return null
  return (
    <SignInCard title={organizationName()} tabTitle="Login" subtitle="Admin / Employee Login">
      {ended && (
        <Banner tone="info">
          <p>{ownMessages.sessionEnded}</p>
          <p>Your unsaved text has been kept.</p>
        </Banner>
      )}
      {endSessionUrl && (
        <Banner tone="info" announce="none">
          You are logged out. On a shared computer, <a href={endSessionUrl}>sign out of {providerName()}</a>,
          too.
        </Banner>
      )}
      <LoginForms email={readAccount()} onSignedIn={enter} />
    </SignInCard>
  )
}
