import type { Role } from '#contract/access/roles.ts'
import {
  type Area,
  formPaths,
  publicPaths,
  screenPath,
  screens,
  screensOf,
  signInPaths,
} from '#contract/paths.ts'

export interface Screen {
  /** Also a part of the file's name: 'manager-client-notes'. */
  name: string
  path: string
  /** A role that may see it; absent for public pages. */
  role?: Role
}

const roleOf = { admin: 'super-admin', manager: 'manager' } as const satisfies Record<Area, Role>

/** Every address that shows a page of its own, in the order of `contract/paths.ts`; those about a client with that id. */
export function everyScreen(clientId: string): Screen[] {
  const { cookie: _sameAsCookies, ...site } = publicPaths
  const { profile: _redirects, twoStep: _needsAnAccount, signIn: _needsAnAnswer, ...signIn } = signInPaths
  const publicScreens = [site, formPaths, signIn].flatMap((paths) => Object.values(paths))
  return [
    ...publicScreens.map((path) => ({ name: path.slice(1).replaceAll('/', '-'), path })),
    ...screensOfArea('admin', clientId),
    ...screensOfArea('manager', clientId),
  ]
}

function screensOfArea(area: Area, clientId: string): Screen[] {
  return screensOf(area).map((screen) => ({
    name: `${area}-${screens[screen].path.replace(/\/.*/, '')}`,
    path: screenPath(area, screen, clientId),
    role: roleOf[area],
  }))
}
