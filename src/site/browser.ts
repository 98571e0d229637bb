import { ownArea } from '#contract/access/areas.ts'
import type { Role } from '#contract/access/roles.ts'
import { areaPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { showCookieBanner } from './shell/cookie-banner.ts'
import { readToken } from './shell/stored-token.ts'
import { staffLinkWording } from './shell/wording.en.ts'

/* The script of every public page. */

leaveWithoutWayBack()
showCookieBanner()
showStaffLink()

/** Leaves in a way that Back does not return to. */
function leaveWithoutWayBack(): void {
  const link = document.querySelector<HTMLAnchorElement>('.top-strip aside a')
  link?.addEventListener('click', (event) => {
    event.preventDefault()
    location.replace(link.href)
  })
}

/** Links signed-in staff from the public header to their own area. */
function showStaffLink(): void {
  const area = areaOfStaff()
  if (!area) return
  const link = document.createElement('a')
  link.className = 'button staff-link'
  link.href = areaPaths[area]
  link.textContent = staffLinkWording
  document.getElementById('staff-link')?.append(link)
}

/** Checks only whether the token has expired: the server decides whether it is valid. An unknown role has no area. */
function areaOfStaff() {
  try {
    const payload = readToken()?.split('.')[1] ?? ''
    const { exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    return exp > Date.now() / 1000 ? ownArea(localStorage.getItem(storageKeys.role) as Role) : null
  } catch {
    // Storage is blocked, or no one is signed in.
    return null
  }
}
