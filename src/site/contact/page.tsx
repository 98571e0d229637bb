import { publicPaths } from '#contract/paths.ts'
import type { Page } from '#site/page.ts'
import { ContactBody, contactHelpPlace, RefusedContactBody } from './contact-body.tsx'
import { SentBody } from './sent-body.tsx'
import { contactPageWording as wording } from './wording.en.ts'

export const contactPage: Page = {
  path: publicPaths.contact,
  title: ({ name }) => wording.title(name),
  description: ({ name }) => wording.description(name),
  Body: ContactBody,
  helpPlace: contactHelpPlace,
  scripts: ['contact'],
}

/** The same with tokens, for the server to fill in when it has refused a message that came without a script. */
export const refusedContactPage: Page = {
  ...contactPage,
  title: ({ name }) => wording.refused.title(name),
  Body: RefusedContactBody,
  noindex: true,
}

/** Where a message leads that was sent without a script. */
export const contactSentPage: Page = {
  path: publicPaths.contactSent,
  title: ({ name }) => wording.sent.title(name),
  description: ({ name }) => wording.sent.description(name),
  Body: SentBody,
  noindex: true,
}
