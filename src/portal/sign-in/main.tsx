import '#ui/foundation.css'
import { type ComponentType, useEffect } from 'react'
import { ownArea } from '#contract/access/areas.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { redirectTo } from '#portal/session/redirects.ts'
import { clearSession, currentSession } from '#portal/session/stored-session.ts'
import { startPortal } from '#portal/start.tsx'
import { takeLinkToken } from './link-token.ts'
import { LoginScreen } from './login-screen.tsx'
import { takeProviderAnswer } from './provider-answer.ts'

/*
 * The script of the sign-in pages, without what only the areas need, such as the router. With the login, which everyone
 * opens every day; the other screens are loaded where they are shown.
 */

const screens: Record<string, () => ComponentType | Promise<ComponentType>> = {
  [signInPaths.login]: () => LoginScreen,
  [signInPaths.signIn]: async () => (await import('./provider-sign-in-screen.tsx')).ProviderSignInScreen,
  [signInPaths.forgotPassword]: async () =>
    (await import('./forgot-password-screen.tsx')).ForgotPasswordScreen,
  [signInPaths.setPassword]: async () => (await import('./set-password-screen.tsx')).SetPasswordScreen,
  [signInPaths.twoStep]: async () => (await import('./two-step-screen.tsx')).TwoStepScreen,
  [signInPaths.unauthorized]: async () => (await import('./unauthorized-screen.tsx')).UnauthorizedScreen,
  [signInPaths.profile]: () => OwnProfile,
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

// Before anything else, because the address must not keep a one-time token or the provider's answer.
takeLinkToken()
takeProviderAnswer()
void Promise.resolve(screens[location.pathname]?.()).then((Screen) => {
  if (Screen) startPortal(<Screen />)
})
