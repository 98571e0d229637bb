import type { Page } from '#site/page.ts'

export const sitemapPath = '/sitemap.xml'

/** Every public page once, by its canonical address; not those that are left out of search engines. */
export function sitemap(pages: readonly Page[], publicUrl: string): string {
  const entries = pages
    .filter((page) => !page.noindex)
    .map(({ path }) => `  <url><loc>${escaped(`${publicUrl}${path}`)}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;')
}
