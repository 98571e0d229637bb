import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import { manifestPictures } from './icon-pictures.ts'
import { iconGround, iconPath, maskableIconPath } from './icons.ts'
import { shellWording } from './wording.en.ts'

export const manifestPath = '/site.webmanifest'

export function webManifest(organization: Organization): string {
  return JSON.stringify({
    id: publicPaths.home,
    name: organization.name,
    short_name: organization.name.slice(0, 14).trim(),
    description: organization.tagline,
    lang: shellWording.language,
    start_url: publicPaths.home,
    scope: '/',
    display: 'browser',
    background_color: '#fbf8f2',
    theme_color: iconGround,
    icons: [
      { src: iconPath, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...manifestPictures.map(({ path, side }) => ({
        src: path,
        sizes: `${side}x${side}`,
        type: 'image/png',
        purpose: 'any',
      })),
      { src: maskableIconPath, sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
    ],
  })
}
