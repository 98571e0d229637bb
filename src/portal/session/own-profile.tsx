import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { ownArea } from '#contract/access/areas.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { startedIn } from '#portal/screen/document-links.ts'
import { leaveFor } from './departure.ts'
import { currentSession } from './stored-session.ts'

/** Decision 5: /profile is the profile of the own area, or the login. */
export function OwnProfile() {
  const session = currentSession()
  const area = session && ownArea(session.role)
  const address = area ? screenPath(area, 'profile') : signInPaths.login
  // Reached from the menu of the area the document belongs to already.
  const stays = area !== undefined && area === startedIn

  useEffect(() => {
    if (!stays) leaveFor(address)
  }, [stays, address])

  return stays ? <Navigate to={address} replace /> : null
}
