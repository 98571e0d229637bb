import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import type { Page } from '#site/page.ts'

/* What a page says to programs that read it, in the words of schema.org (docs/decisions/0017). */

type Thing = { '@type': string } & Record<string, unknown>

type Place = { organization: Organization; publicUrl: string; pages: readonly Page[] }

/** As JSON for a data block: `<` is written so that no text can end the element that it stands in. */
export function structuredData(page: Page, place: Place): string {
  const graph = [...ownThings(page, place), ...wayTo(page, place)]
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
}

function ownThings(page: Page, place: Place): Thing[] {
  if (page.path === publicPaths.home || page.path === publicPaths.contact) return [organizationThing(place)]
  if (page.path.startsWith(`${publicPaths.services}/`)) return [serviceThing(page, place)]
  return []
}

const idOf = (publicUrl: string) => `${publicUrl}${publicPaths.home}#organization`

function organizationThing({ organization, publicUrl }: Place): Thing {
  const { name, legalName, tagline, address, phones, fax, emails, website } = organization
  return {
    '@type': 'Organization',
    '@id': idOf(publicUrl),
    name,
    legalName,
    slogan: tagline,
    url: `${publicUrl}${publicPaths.home}`,
    sameAs: website,
    // The operator writes lines as on an envelope; which one is the town cannot be known.
    address: address.join(', '),
    telephone: phones[0]?.number,
    faxNumber: fax,
    email: emails.contact,
  }
}

function serviceThing(page: Page, { organization, publicUrl }: Place): Thing {
  return {
    '@type': 'Service',
    name: shortTitle(page, organization),
    description: page.description(organization),
    url: `${publicUrl}${page.path}`,
    areaServed: { '@type': 'State', name: 'Minnesota' },
    provider: { '@type': 'Organization', '@id': idOf(publicUrl), name: organization.name },
  }
}

/** The pages above it and itself, from the home page on. */
function wayTo(page: Page, { organization, publicUrl, pages }: Place): Thing[] {
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

/** A title ends with the organization's name; beside it that says nothing. */
function shortTitle(page: Page, organization: Organization): string {
  return page.title(organization).replace(` – ${organization.name}`, '')
}
