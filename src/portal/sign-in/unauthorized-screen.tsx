import { useEffect, useState } from 'react'
import { ownArea, sameInOwnArea } from '#contract/access/areas.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { screenWording } from '#portal/screen/wording.ts'
import { readReturnAddress, redirectTo } from '#portal/session/redirects.ts'
import { currentSession } from '#portal/session/stored-session.ts'
import { Button, FormActions, LinkButton } from '#ui/button.tsx'
import { logout } from './logout.ts'
import { SignInCard } from './sign-in-card.tsx'

/** docs/product.md 4. */
export function UnauthorizedScreen() {
  const [session] = useState(currentSession)

  useEffect(() => {
    if (!session) redirectTo(signInPaths.login)
  }, [session])

  if (!session) return null
  const same = sameInOwnArea(session.role, readReturnAddress())
  return (
    <SignInCard title="No access">
      <div className="stack-close">
        <p>This account has no access to that area.</p>
        <p>{screenWording.role(session.role)}</p>
      </div>
      <FormActions>
        <LinkButton tone="primary" href={same ?? screenPath(ownArea(session.role), 'dashboard')}>
          {same ? 'Open this page in your area' : 'Go to your dashboard'}
        </LinkButton>
        <Button icon="log-out" onClick={() => void logout()}>
          {screenWording.logout}
        </Button>
      </FormActions>
    </SignInCard>
  )
}
