import type { Organization } from '#contract/organization/schema.ts'
import { areaPaths, publicPaths } from '#contract/paths.ts'
import { absolute } from './absolute.ts'
import { iconPath } from './document.tsx'
import { manifestPictures } from './icon-pictures.ts'
import { sitemapPath } from './sitemap.ts'
import { shellWording } from './wording.en.ts'

/** The sign of the name mark, in colours of its own: a tab has no style sheet. */
const sign =
  '<path stroke-width="3.5" d="M9 25.5 24 12l15 13.5"/><path stroke-width="3" d="M14 26v11.5h20V26"/>' +
  '<path fill="#f3a65a" stroke="none" d="M20 37.5V30a4 4 0 0 1 8 0v7.5z"/></svg>\n'

const ground = '#0e4a5a'

export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" fill="none" stroke="#f6f3ec" stroke-linecap="round" stroke-linejoin="round">' +
  `<rect width="48" height="48" rx="12" fill="${ground}" stroke="none"/>${sign}`

export const maskableIconPath = '/icon-maskable.svg'

/** For home screens that cut icons to a shape of their own: ground to the edges, the sign inside the middle 80 %. */
export const maskableIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 60 60" fill="none" stroke="#f6f3ec" stroke-linecap="round" stroke-linejoin="round">' +
  `<path fill="${ground}" stroke="none" d="M-6-6h60v60H-6z"/>${sign}`

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
    theme_color: ground,
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

/** Portal pages say `noindex` themselves; crawlers need not even ask for them. */
export function robots(publicUrl: string): string {
  const closed = [...Object.values(areaPaths), '/api'].map((path) => `Disallow: ${path}/`)
  return `User-agent: *\n${closed.join('\n')}\n\nSitemap: ${absolute(publicUrl, sitemapPath)}\n`
}
