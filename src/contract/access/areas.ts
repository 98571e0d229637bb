import { type Area, areaPaths, screenPath } from '../paths.ts'
import type { Role } from './roles.ts'

/** §6 and decision 2: which area of the portal a role works in. */
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

const landing = {
  'super-admin': screenPath('admin', 'dashboard'),
  admin: screenPath('manager', 'dashboard'),
  manager: screenPath('manager', 'dashboard'),
  employee: '/',
} as const satisfies Record<Role, string>

/**
 * Where a person goes after signing in (decision 3): to the portal address that the guard had sent them away from, if
 * their role may open it, else to the landing page of the role.
 */
export function landingPath(role: Role, wanted?: string | null): string {
  const url = URL.parse(wanted ?? '', nowhere)
  const area = url?.origin === nowhere ? areaOfPath(url.pathname) : undefined
  return url && area && mayOpenArea(role, area) ? `${url.pathname}${url.search}` : landing[role]
}

/** What a relative address is read against, so that an address of another site shows itself. */
const nowhere = 'http://portal.invalid'
