import type { Organization } from '#contract/organization/schema.ts'
import { areaPaths, publicPaths } from '#contract/paths.ts'
import { iconPath } from './document.tsx'

/** The sign of the name mark, in colours of its own: a tab has no style sheet. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" fill="none" stroke="#f6f3ec" stroke-linecap="round" stroke-linejoin="round">' +
  '<rect width="48" height="48" rx="12" fill="#0e4a5a" stroke="none"/>' +
  '<path stroke-width="3.5" d="M9 25.5 24 12l15 13.5"/><path stroke-width="3" d="M14 26v11.5h20V26"/>' +
  '<path fill="#f3a65a" stroke="none" d="M20 37.5V30a4 4 0 0 1 8 0v7.5z"/></svg>\n'

export function webManifest(organization: Organization): string {
  return JSON.stringify({
    name: organization.name,
    short_name: organization.name.slice(0, 14).trim(),
    start_url: publicPaths.home,
    display: 'browser',
    background_color: '#fbf8f2',
    theme_color: '#0e4a5a',
    icons: [{ src: iconPath, sizes: 'any', type: 'image/svg+xml' }],
  })
}

/** Portal pages say `noindex` themselves; crawlers need not even ask for them. */
export function robots(): string {
  const closed = [...Object.values(areaPaths), '/api'].map((path) => `Disallow: ${path}/`)
  return `User-agent: *\n${closed.join('\n')}\n`
}
