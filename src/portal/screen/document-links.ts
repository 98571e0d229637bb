import { areaOfPath } from '#contract/access/areas.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'

const signInPages: readonly string[] = [
  signInPaths.login,
  signInPaths.forgotPassword,
  signInPaths.setPassword,
]

/**
 * Whether a link can be followed without loading a page. Inside an area it can, and among the sign-in pages, which
 * share the public header; every way in or out of the portal is a full page load.
 */
export function staysInDocument(from: string, to: string): boolean {
  if (!to.startsWith('/') || to.startsWith('//')) return false
  const target = to.split(/[?#]/, 1)[0] ?? to
  const area = areaOfPath(from)
  if (area) return areaOfPath(target) === area || target === signInPaths.profile
  return signInPages.includes(from) && signInPages.includes(target)
}

/** Inside an area '/profile' is the profile of that area, so that the way there keeps the shell. */
export function addressInDocument(from: string, to: string): string {
  const area = areaOfPath(from)
  return area && to === signInPaths.profile ? screenPath(area, 'profile') : to
}
