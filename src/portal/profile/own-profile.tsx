import { useEffect } from 'react'
import { ownArea } from '#contract/access/areas.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { leaveFor } from '#portal/session/redirects.ts'
import { clearSession, currentSession } from '#portal/session/stored-session.ts'

/** Decision 5, §4: /profile is the profile of the own area; without a token that can be read, the login. */
export function OwnProfile() {
  useEffect(() => {
    const session = currentSession()
    if (session) return leaveFor(screenPath(ownArea(session.role), 'profile'))
    clearSession()
    leaveFor(signInPaths.login)
  }, [])
  return null
}
