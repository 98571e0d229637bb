import { areaPaths } from '#contract/paths.ts'
import { sitemapPath } from './sitemap.ts'

/** Portal pages say `noindex` themselves; crawlers need not even ask for them. */
export function robots(publicUrl: string): string {
  const closed = [...Object.values(areaPaths), '/api'].map((path) => `Disallow: ${path}/`)
  return `User-agent: *\n${closed.join('\n')}\n\nSitemap: ${publicUrl}${sitemapPath}\n`
}
