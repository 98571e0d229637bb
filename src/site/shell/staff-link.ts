import { ownArea } from '#contract/access/areas.ts'
import type { Role } from '#contract/access/roles.ts'
import { screenPath } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { staffLinkWording } from './browser.wording.en.ts'
import { stored } from './stored.ts'

/** Decision 3: signed-in staff find the way back to their own area in the public header. */
export function showStaffLink(): void {
  const place = document.getElementById('staff-link')
  const role = stored(storageKeys.role)
  if (!place || !role || !isRunning(stored(storageKeys.token))) return
  // A role that no table knows gives no area and so no link.
  const area = ownArea(role as Role)
  if (!area) return
  const link = document.createElement('a')
  link.className = 'staff-link'
  link.href = screenPath(area, 'dashboard')
  link.textContent = staffLinkWording
  place.append(link)
}

/** Looks at the expiry only; the server alone decides whether a token is good. */
function isRunning(token: string | null): boolean {
  try {
    const payload = (token ?? '').split('.')[1] ?? ''
    const { exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    return exp > Date.now() / 1000
  } catch {
    return false
  }
}
