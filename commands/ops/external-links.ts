import type { Organization } from '#contract/organization/schema.ts'

export interface ExternalLink {
  /** What people know it by. */
  title: string
  url: string
}

/** Every external address of the organization data, once. */
export function externalLinks({ links, safetyLines, website, decks = {} }: Organization): ExternalLink[] {
  const listed = [
    ...links.resources.map(({ title, url }) => ({ title, url })),
    ...links.admin.map(({ title, url }) => ({ title, url })),
    ...safetyLines.flatMap(({ name, link }) => (link ? [{ title: name, url: link }] : [])),
    ...(website ? [{ title: 'Website', url: website }] : []),
    ...Object.entries(decks).map(([key, url]) => ({ title: `Deck ${key}`, url })),
  ]
  return [...new Map(listed.map((link) => [link.url, link])).values()]
}
