import { linkDuration } from '#contract/durations.ts'
import type { Organization } from '#contract/organization/schema.ts'
import type { LinkMailKind } from '#contract/outgoing-mail/schema.ts'
import { asHtml } from '#server/http/as-html.ts'
import { buttonTo, letterHtml, linkAsText, paragraph, signatureOf } from './letter-frame.ts'
import { linkMailWording, mailWording } from './wording.en.ts'

interface Facts {
  kind: LinkMailKind
  firstName: string
  link: string
  /** Where somebody who is too late asks for another link. */
  forgotPage: string
  organization: Pick<Organization, 'name' | 'address' | 'phones'>
}

export interface MailText {
  subject: string
  text: string
  html: string
}

/** What a mail with a one-time link says, as plain text and as HTML. Neither loads anything, or tells that it was read. */
export function linkMail({ kind, firstName, link, forgotPage, organization }: Facts): MailText {
  const words = linkMailWording[kind]
  const facts = { organization: organization.name, validity: linkDuration[kind] }
  const phone = organization.phones[0]?.number ?? ''
  const parts: Parts = {
    subject: words.subject(organization.name),
    greeting: mailWording.greeting(firstName),
    reason: words.reason(facts),
    button: words.button,
    link,
    forgotPage,
    limits: words.limits(facts),
    notAsked: words.notAsked(phone),
    sender: signatureOf(organization),
  }
  return { subject: parts.subject, text: textOf(parts), html: htmlOf(parts) }
}

interface Parts {
  subject: string
  greeting: string
  reason: string
  button: string
  link: string
  forgotPage: string
  limits: string
  notAsked: string
  /** Lines. */
  sender: string[]
}

function textOf({ greeting, reason, link, limits, forgotPage, notAsked, sender }: Parts): string {
  const newLink = `${mailWording.newLink}\n${forgotPage}`
  return `${[greeting, reason, link, limits, newLink, notAsked, sender.join('\n')].join('\n\n')}\n`
}

function htmlOf(parts: Parts): string {
  const { subject, greeting, reason, button, link, forgotPage, limits, notAsked, sender } = parts
  const newLink = `<a href="${asHtml(forgotPage)}">${asHtml(forgotPage)}</a>`
  const content = [
    paragraph(asHtml(greeting)),
    paragraph(asHtml(reason), 24),
    paragraph(buttonTo(link, button), 24),
    paragraph(asHtml(limits)),
    paragraph(`${asHtml(mailWording.newLink)} ${newLink}`),
    paragraph(asHtml(notAsked)),
    linkAsText(link, mailWording.linkAsText),
  ]
  return letterHtml({ subject, content, sender })
}
