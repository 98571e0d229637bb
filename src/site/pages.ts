import { refusedFormTemplate } from '#contract/contact-messages/form.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { aboutPage } from './about/page.tsx'
import { contactPage, contactSentPage, refusedContactPage } from './contact/page.tsx'
import { formPages } from './forms/page.tsx'
import { homePage } from './home/page.tsx'
import { complaintsPage, legalPages } from './legal/page.tsx'
import type { Page } from './page.ts'
import { servicePages } from './services/page.tsx'

/** Every page of this organization's public website. Other addresses redirect to the home page. */
export function pagesOf({ complaints }: Organization): readonly Page[] {
  return [
    homePage,
    aboutPage,
    ...servicePages,
    contactPage,
    contactSentPage,
    ...formPages,
    ...legalPages,
    ...(complaints ? [complaintsPage] : []),
  ]
}

/** Pages that the server fills in before it sends them, by template name. */
export const templates: Readonly<Record<string, Page>> = { [refusedFormTemplate]: refusedContactPage }
