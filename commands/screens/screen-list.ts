import { type Area, areaPaths, areaScreens, formPaths, publicPaths, signInPaths } from '#contract/paths.ts'
import type { DemoProduct } from './demo-product.ts'

export interface Screen {
  /** File name of its pictures: 'manager-client-notes'. */
  name: string
  path: string
  /** Whose screen it is; undefined before signing in. */
  role?: 'super-admin' | 'manager'
}

const roleOf = { admin: 'super-admin', manager: 'manager' } as const satisfies Record<Area, Screen['role']>

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
  return Object.values(areaScreens[area]).map((pattern) => {
    const word = pattern.replace(/\/.*/, '')
    const path = pattern.replace(/:id\??/, clientId)
    return { name: `${area}-${word}`, path: `${areaPaths[area]}/${path}`, role: roleOf[area] }
  })
}

/** An alias or an address without a page of its own leads elsewhere. */
async function isPage(url: string): Promise<boolean> {
  const { status } = await fetch(url, { redirect: 'manual' })
  return status === 200
}
