import { useEffect, useState } from 'react'
import { ownArea, sameInOwnArea } from '#contract/access/areas.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { screenWording } from '#portal/screen/wording.ts'
import { readReturnAddress, redirectTo } from '#portal/session/redirects.ts'
import { currentSession } from '#portal/session/stored-session.ts'
import { Button, FormActions, LinkButton } from '#ui/button.tsx'
import { logout } from './logout.ts'
import { passwordWording } from './password-wording.ts'
import { SignInCard } from './sign-in-card.tsx'

const wording = passwordWording.unauthorized

/** docs/product.md 4. */
export function UnauthorizedScreen() {
  const [session] = useState(currentSession)

  useEffect(() => {
    if (!session) redirectTo(signInPaths.login)
  }, [session])

  if (!session) return null
  const same = sameInOwnArea(session.role, readReturnAddress())
  return (
    <SignInCard title={wording.title}>
      <div className="stack-close">
        <p>{wording.text}</p>
        <p>{screenWording.role(session.role)}</p>
      </div>
      <FormActions>
        <LinkButton tone="primary" href={same ?? screenPath(ownArea(session.role), 'dashboard')}>
          {same ? wording.same : wording.ownArea}
        </LinkButton>
        <Button icon="log-out" onClick={() => void logout()}>
          {screenWording.logout}
        </Button>
      </FormActions>
    </SignInCard>
  )
}
