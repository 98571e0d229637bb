import type { PageProps } from '#site/page.ts'

/** What a legal page may speak of besides its own words. */
export type LegalFacts = Pick<PageProps, 'organization' | 'retentionYears'>

/** A part of a section: a paragraph, or a list of them. */
export type LegalPart = string | readonly string[]

export type LegalSection = { title: string; parts: readonly LegalPart[] }

/** The words of a legal page. */
export type LegalPageWording = {
  title: string
  description: (name: string) => string
  lead: (name: string) => string
  /** A line below the lead, such as since when it counts. */
  since?: string
  inShort: readonly string[]
  sections: (facts: LegalFacts) => readonly LegalSection[]
  /** The last section, followed by the ways to reach the organization. */
  contact: LegalSection
}
