import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import appleTouchIcon from './icons/apple-touch-icon.png?inline'
import favicon from './icons/favicon.ico?inline'
import icon192 from './icons/icon-192.png?inline'
import icon512 from './icons/icon-512.png?inline'
import { shellWording } from './wording.en.ts'

export const iconPath = '/favicon.svg'
export const appleTouchIconPath = '/apple-touch-icon.png'
export const manifestPath = '/site.webmanifest'

const maskableIconPath = '/icon-maskable.svg'

/** For the icons and for the browser's toolbars around an installed page. */
const background = '#0e4a5a'

/** The logo of the name mark with fixed colors, as icons have no style sheet. */
const logo =
  '<path stroke-width="3.5" d="M9 25.5 24 12l15 13.5"/><path stroke-width="3" d="M14 26v11.5h20V26"/>' +
  '<path fill="#f3a65a" stroke="none" d="M20 37.5V30a4 4 0 0 1 8 0v7.5z"/>'

function iconWith(viewBox: string, backdrop: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" fill="none" stroke="#f6f3ec" stroke-linecap="round" stroke-linejoin="round">${backdrop}${logo}</svg>\n`
}

const icon = iconWith(
  '0 0 48 48',
  `<rect width="48" height="48" rx="12" fill="${background}" stroke="none"/>`,
)

/** For home screens that cut icons to a shape: the background fills the icon, the logo its middle 80 %. */
const maskableIcon = iconWith('-6 -6 60 60', `<path fill="${background}" stroke="none" d="M-6-6h60v60H-6z"/>`)

const svg = 'image/svg+xml'
const png = 'image/png'

/** The PNG and ICO files are renderings of the SVG icons; a journey compares them. */
export const iconFiles = [
  { paths: [iconPath], type: svg, text: icon },
  { paths: [maskableIconPath], type: svg, text: maskableIcon },
  { paths: [appleTouchIconPath], type: png, content: bytesOf(appleTouchIcon) },
  // Requested by this address where an SVG icon is not supported.
  { paths: ['/favicon.ico'], type: 'image/x-icon', content: bytesOf(favicon) },
  { paths: ['/icon-192.png'], type: png, content: bytesOf(icon192) },
  { paths: ['/icon-512.png'], type: png, content: bytesOf(icon512) },
]

/** Decodes the `data:` address that the bundler made of a file. */
function bytesOf(address: string): Buffer {
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

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
    theme_color: background,
    icons: [
      { src: iconPath, sizes: 'any', type: svg, purpose: 'any' },
      { src: '/icon-192.png', sizes: '192x192', type: png, purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: png, purpose: 'any' },
      { src: maskableIconPath, sizes: 'any', type: svg, purpose: 'maskable' },
    ],
  })
}
