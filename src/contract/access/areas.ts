import { type Area, areaPaths, screenPath, screens, screensOf } from '../paths.ts'
import type { Role } from './roles.ts'

/** The portal area of each role. */
const areaOfRole = {
  'super-admin': 'admin',
  admin: 'manager',
  manager: 'manager',
  employee: 'manager',
} as const satisfies Record<Role, Area>

export function ownArea(role: Role): Area {
  return areaOfRole[role]
}

export function mayOpenArea(role: Role, area: Area): boolean {
  return areaOfRole[role] === area
}

/** The area that an address lies in, or undefined outside the portal. */
export function areaOfPath(path: string): Area | undefined {
  if (path === areaPaths.admin || path.startsWith(`${areaPaths.admin}/`)) return 'admin'
  if (path === areaPaths.manager || path.startsWith(`${areaPaths.manager}/`)) return 'manager'
  return undefined
}

/**
 * Where a user goes after signing in: to the portal address that the guard turned away, if the role may open it, else to
 * the role's landing page.
 */
export function landingPath(role: Role, requested?: string | null): string {
  const target = portalPlace(requested)
  if (target && mayOpenArea(role, target.area)) return `${areaPaths[target.area]}${target.rest}`
  return role === 'employee' ? '/' : screenPath(areaOfRole[role], 'dashboard')
}

/** The same screen in the role's own area; undefined if that area lacks it. */
export function sameInOwnArea(role: Role, address: string | null): string | undefined {
  const target = portalPlace(address)
  const area = ownArea(role)
  const has = screensOf(area).some((screen) => firstPart(screens[screen].path) === firstPart(target?.rest))
  return target && has ? `${areaPaths[area]}${target.rest}` : undefined
}

/** Whether a browser that follows it stays on this site, as it reads `//`, `\\` and line breaks. */
export const isOwnPath = (address: string): boolean =>
  address.startsWith('/') && parsed(address)?.origin === nowhere

/** Splits an address of the portal into its area and the rest: '/clients?page=2'. */
function portalPlace(address: string | null | undefined) {
  const url = parsed(address ?? '')
  const area = url?.origin === nowhere ? areaOfPath(url.pathname) : undefined
  return url && area && { area, rest: `${url.pathname}${url.search}`.slice(areaPaths[area].length) }
}

/** Not every browser that the README names has a call that doesn't throw. */
function parsed(address: string): URL | undefined {
  try {
    return new URL(address, nowhere)
  } catch {
    return undefined
  }
}

const firstPart = (path: string | undefined) => path?.match(/[^/?]+/)?.[0]

/** Base URL for relative addresses: an address of another site has another origin. */
const nowhere = 'http://portal.invalid'
