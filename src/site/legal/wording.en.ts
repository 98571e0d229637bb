import type { PageProps } from '#site/page.ts'

/** Texts that the legal pages share. Each page's own are in `<page>.wording.en.ts`. */
export const legalWording = {
  inShort: 'In short',
  contents: 'On this page',
  reach: {
    mail: 'Mail',
    email: 'Email',
    fax: 'Fax',
  },
  related: {
    title: 'More about this site',
    privacy: 'Privacy statement',
    terms: 'Terms of service',
    cookies: 'Cookie policy',
    accessibility: 'Accessibility',
    complaints: 'Complaints',
  },
} as const

/** Facts that the text of a legal page may contain. */
export type LegalFacts = Pick<PageProps, 'organization' | 'retentionYears'>

/** Someone to turn to. */
export type Reach = {
  name: string
  number?: string | undefined
  email?: string | undefined
  link?: string | undefined
}

/** A part of a section: a paragraph, a list of them, or people with their numbers and addresses as links. */
export type LegalPart = string | readonly string[] | { reach: readonly Reach[] }

type LegalSection = { title: string; parts: readonly LegalPart[] }

/** The texts of a legal page. */
export type LegalPageWording = {
  title: string
  description: (name: string) => string
  lead: (name: string) => string
  /** A line above the title, such as since when it counts. */
  since?: string
  inShort: readonly string[]
  sections: (facts: LegalFacts) => readonly LegalSection[]
  /** The last section, followed by the ways to reach the organization. */
  contact: LegalSection
}
