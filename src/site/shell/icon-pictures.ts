import appleTouchIcon from './icons/apple-touch-icon.png?inline'
import favicon from './icons/favicon.ico?inline'
import icon192 from './icons/icon-192.png?inline'
import icon512 from './icons/icon-512.png?inline'
import type { RenderedFile } from './rendered-file.ts'

/*
 * For phones and programs that know no SVG icon. The pictures are photographs that a browser took of `icon` and, for
 * Apple, which cuts the corners itself, of `maskableIcon` in icons.ts; a journey compares them.
 */

export const appleTouchIconPath = '/apple-touch-icon.png'

/** As the web manifest names them: side in pixels. */
export const manifestPictures = [
  { path: '/icon-192.png', side: 192 },
  { path: '/icon-512.png', side: 512 },
] as const

const png = 'image/png'

export const iconPictures: RenderedFile[] = [
  { paths: [appleTouchIconPath], type: png, content: bytesOf(appleTouchIcon) },
  // Asked for by its name alone, by whatever finds no icon that it knows in the page.
  { paths: ['/favicon.ico'], type: 'image/x-icon', content: bytesOf(favicon) },
  { paths: [manifestPictures[0].path], type: png, content: bytesOf(icon192) },
  { paths: [manifestPictures[1].path], type: png, content: bytesOf(icon512) },
]

/** Of what the bundler wrote into the renderer as a `data:` address. */
function bytesOf(address: string): Buffer {
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}
