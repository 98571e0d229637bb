import type { ComponentType } from 'react'
import type { Organization } from '#contract/organization/schema.ts'

/** A public page, listed in `pages.ts`. */
export type Page = {
  path: string
  /** Other addresses of the same page; its canonical address is `path`. */
  alsoAt?: readonly string[]
  title: (organization: Organization) => string
  description: (organization: Organization) => string
  Body: ComponentType<PageProps>
  /** The id of the page's own emergency numbers. Other pages have them in the footer only. */
  helpId?: string
  /** Keeps search engines out: no one should enter the site here. */
  noindex?: true
  /** The features whose `browser.ts` the page loads besides the site's own script. */
  scripts?: readonly PageScript[]
}

/** Features with a script of their own, which only their pages load. */
export type PageScript = 'forms' | 'contact' | 'legal'

export type PageProps = {
  organization: Organization
  /** The years for which a deleted record is kept at least. */
  retentionYears: number
  /** Whether the website has a page at that address: pages link only to those that exist. */
  hasPage: (path: string) => boolean
}
