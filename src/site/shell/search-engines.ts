import type { Organization } from '#contract/organization/schema.ts'
import { areaPaths, publicPaths } from '#contract/paths.ts'
import type { Page } from '#site/page.ts'

/* Sitemap, robots.txt and structured data from schema.org (docs/decisions/0017). */

export const sitemapPath = '/sitemap.xml'

/** Portal pages say `noindex` themselves; this keeps crawlers from requesting them. */
export function robots(publicUrl: string): string {
  const closed = [...Object.values(areaPaths), '/api'].map((path) => `Disallow: ${path}/`)
  return `User-agent: *\n${closed.join('\n')}\n\nSitemap: ${publicUrl}${sitemapPath}\n`
}

/** The canonical address of every page without `noindex`. */
export function sitemap(pages: readonly Pick<Page, 'path' | 'noindex'>[], publicUrl: string): string {
  const entries = pages
    .filter((page) => !page.noindex)
    .map(({ path }) => `  <url><loc>${escaped(`${publicUrl}${path}`)}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;')
}

type Thing = { '@type': string } & Record<string, unknown>

type Site = { organization: Organization; publicUrl: string; pages: readonly Page[] }

/** Escapes `<`: no text can end the script element. */
export function structuredData(page: Page, site: Site): string {
  const graph = [...ownThings(page, site), ...breadcrumbs(page, site)]
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
}

function ownThings(page: Page, site: Site): Thing[] {
  if (page.path === publicPaths.home || page.path === publicPaths.contact) return [organizationThing(site)]
  if (page.path.startsWith(`${publicPaths.services}/`)) return [serviceThing(page, site)]
  return []
}

const idOf = (publicUrl: string) => `${publicUrl}${publicPaths.home}#organization`

function organizationThing({ organization, publicUrl }: Site): Thing {
  const { name, legalName, tagline, address, phones, fax, emails, website } = organization
  return {
    '@type': 'Organization',
    '@id': idOf(publicUrl),
    name,
    legalName,
    slogan: tagline,
    url: `${publicUrl}${publicPaths.home}`,
    sameAs: website,
    // One text: which line of the operator's address is the town is unknown.
    address: address.join(', '),
    telephone: phones[0]?.number,
    faxNumber: fax,
    email: emails.contact,
  }
}

function serviceThing(page: Page, { organization, publicUrl }: Site): Thing {
  return {
    '@type': 'Service',
    name: shortTitle(page, organization),
    description: page.description(organization),
    url: `${publicUrl}${page.path}`,
    areaServed: { '@type': 'State', name: 'Minnesota' },
    provider: { '@type': 'Organization', '@id': idOf(publicUrl), name: organization.name },
  }
}

/** The path from the home page to this page. */
function breadcrumbs(page: Page, { organization, publicUrl, pages }: Site): Thing[] {
  if (page.path === publicPaths.home) return []
  const above = pages.filter(
    ({ path }) => path === publicPaths.home || page.path === path || page.path.startsWith(`${path}/`),
  )
  const items = above
    .toSorted((a, b) => depth(a) - depth(b))
    .map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.path === publicPaths.home ? organization.name : shortTitle(step, organization),
      item: `${publicUrl}${step.path}`,
    }))
  return [{ '@type': 'BreadcrumbList', itemListElement: items }]
}

const depth = ({ path }: Page) => (path === publicPaths.home ? 0 : path.split('/').length)

/** The title without the organization's name. */
function shortTitle(page: Page, organization: Organization): string {
  return page.title(organization).replace(` – ${organization.name}`, '')
}
