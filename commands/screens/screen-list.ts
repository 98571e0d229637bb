import type { Page } from '@playwright/test'
import type { Role } from '#contract/access/roles.ts'
import {
  type Area,
  areaPaths,
  areaScreens,
  formPaths,
  publicPaths,
  screenPath,
  signInPaths,
} from '#contract/paths.ts'
import type { DemoProduct } from './demo-product.ts'

export interface Screen {
  /** File name of its pictures: 'manager-client-notes'. */
  name: string
  path: string
  /** Whose screen it is; undefined before signing in. */
  role?: Role
  /** Nobody has answered the cookie banner yet. */
  unasked?: true
  /** Its calls get no answer: whatever waits is seen waiting. */
  pending?: true
  /** Before the page opens: what its calls will be answered. */
  before?: (page: Page) => Promise<unknown>
  /** From the open page to the state to be seen. */
  act?: (page: Page) => Promise<unknown>
}

export const roleOf = { admin: 'super-admin', manager: 'manager' } as const satisfies Record<Area, Role>

/** Everything that has an address and is a page of its own, in the order of `contract/paths.ts`. */
export async function screensOf(demo: DemoProduct): Promise<Screen[]> {
  const paths = [publicPaths, formPaths, signInPaths].flatMap((some) => Object.values(some))
  const outside = await Promise.all(
    paths.map(async (path) =>
      (await isPage(`${demo.url}${path}`)) ? [{ name: path.slice(1).replaceAll('/', '-'), path }] : [],
    ),
  )
  const areas = Object.keys(areaPaths) as Area[]
  return [...outside.flat(), ...areas.flatMap((area) => screensOfArea(area, demo.clientId))]
}

function screensOfArea(area: Area, clientId: string): Screen[] {
  const screens = Object.values(areaScreens[area]).map((pattern) => {
    const word = pattern.replace(/\/.*/, '')
    const path = pattern.replace(/:id\??/, clientId)
    return { name: `${area}-${word}`, path: `${areaPaths[area]}/${path}`, role: roleOf[area] }
  })
  return [...screens, silentClients(area)]
}

/** The client list as it says since when there is no note. */
function silentClients(area: Area): Screen {
  const path = `${screenPath(area, 'clients')}?notes=missing-this-week`
  return { name: `${area}-clients-silent`, path, role: roleOf[area] }
}

/** An alias or an address without a page of its own leads elsewhere. */
async function isPage(url: string): Promise<boolean> {
  const { status } = await fetch(url, { redirect: 'manual' })
  return status === 200
}
