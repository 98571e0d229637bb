import { type ComponentType, useEffect } from 'react'
import { ownArea } from '#contract/access/areas.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { redirectTo } from '#portal/session/redirects.ts'
import { clearSession, currentSession } from '#portal/session/stored-session.ts'
import { startPortal } from '#portal/start.tsx'
import { ForgotPasswordScreen } from './forgot-password-screen.tsx'
import { takeLinkToken } from './link-token.ts'
import { LoginScreen } from './login-screen.tsx'
import { SetPasswordScreen } from './set-password-screen.tsx'
import { UnauthorizedScreen } from './unauthorized-screen.tsx'

/* The script of the sign-in pages: one file, without what only the areas need, such as the router. */

const screens: Record<string, ComponentType> = {
  [signInPaths.login]: LoginScreen,
  [signInPaths.forgotPassword]: ForgotPasswordScreen,
  [signInPaths.setPassword]: SetPasswordScreen,
  [signInPaths.unauthorized]: UnauthorizedScreen,
  [signInPaths.profile]: OwnProfile,
}

/** docs/product.md 5: /profile redirects to the profile of the own area, or to the login. */
function OwnProfile() {
  useEffect(() => {
    const session = currentSession()
    if (session) return redirectTo(screenPath(ownArea(session.role), 'profile'))
    clearSession()
    redirectTo(signInPaths.login)
  }, [])
  return null
}

// Before anything else, because the address must not keep the one-time token.
takeLinkToken()
const Screen = screens[location.pathname]
if (Screen) startPortal(<Screen />)
