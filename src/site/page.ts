import type { ComponentType } from 'react'
import type { Organization } from '#contract/organization/schema.ts'

/** A public page. Adding one is adding it to the list in `pages.ts`. */
export type Page = {
  path: string
  /** Further addresses that show the same page; its canonical address stays `path`. */
  alsoAt?: readonly string[]
  title: (organization: Organization) => string
  description: (organization: Organization) => string
  Body: ComponentType<PageProps>
  /** Where the page itself names the numbers to call in need; the others have them in the footer alone. */
  helpPlace?: string
  /** Search engines leave it out: nobody should begin there. */
  noindex?: true
  /** Which features' `browser.ts` the page loads besides the site's own script. */
  scripts?: readonly PageScript[]
}

/** Features with a script of their own, which only their pages load. */
export type PageScript = 'forms' | 'contact' | 'legal'

export type PageProps = {
  organization: Organization
  /** Years that a deleted record is kept at least. */
  retentionYears: number
  /** Whether the website has a page at that address: a link to one that is not there leads nowhere. */
  hasPage: (path: string) => boolean
}
