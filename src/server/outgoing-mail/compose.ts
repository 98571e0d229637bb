import { linkDuration } from '#contract/durations.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { asHtml } from '#server/http/as-html.ts'
import type { Lease } from './lease-store.ts'
import type { PreparedLinkMail, PreparedMail, PreparedNotice } from './prepare-mail.ts'
import type { ComposedMail } from './transports.ts'
import { linkMailWording, mailWording, noticeWording } from './wording.en.ts'

export interface Mailbox {
  /** Empty where only an address was written. */
  name: string
  address: string
}

export interface Sender {
  from: Mailbox
  publicUrl: string
  organization: Organization
}

/** `address` or `Name <address>`, taken apart. */
export function parseMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}

/** Who mails come from: MAIL_FROM, or the organization. */
export function mailboxOf(mailFrom: string | undefined, { name, emails }: Organization): Mailbox {
  if (mailFrom === undefined) return { name, address: emails.support }
  const given = parseMailbox(mailFrom)
  return { name: given.name || name, address: given.address }
}

/**
 * Every attempt has a link of its own, and so a Message-ID of its own: a mailbox that drops duplicates must not keep the
 * older link, which has ended.
 */
export function composeMail(sender: Sender, lease: Lease, mail: PreparedMail, now: Date): ComposedMail {
  const { from, publicUrl, organization } = sender
  const { id, createdAt } = lease
  const content =
    mail.kind === 'new-message'
      ? noticeMail(mail, publicUrl, organization)
      : linkMail(mail, publicUrl, organization)
  const name = mail.kind === 'new-message' ? '' : `${mail.firstName} ${mail.lastName}`.trim()
  const message = {
    ...content,
    from,
    to: { name, address: mail.recipient },
    date: now,
    messageId: `<${id}.${now.getTime()}@${from.address.split('@').at(-1)}>`,
    // Out-of-office notes and the like do not answer this.
    headers: { 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'quoted-printable' as const,
  }
  return { id, createdAt, message }
}

type Facts = Pick<Organization, 'name' | 'address' | 'phones'>

export function linkMail(
  { kind, firstName, token }: Pick<PreparedLinkMail, 'kind' | 'firstName' | 'token'>,
  publicUrl: string,
  organization: Facts,
): MailContent {
  const words = linkMailWording[kind]
  const facts = { organization: organization.name, validity: linkDuration[kind] }
  return mailContent(organization, {
    subject: words.subject(organization.name),
    before: [mailWording.greeting(firstName), words.reason(facts)],
    button: words.button,
    link: `${publicUrl}${signInPaths.setPassword}?token=${token}`,
    after: [
      words.limits(facts),
      { sentence: mailWording.newLink, address: `${publicUrl}${signInPaths.forgotPassword}` },
      words.notAsked(organization.phones[0]?.number ?? ''),
    ],
  })
}

/** Tells staff that a message came: from whom, and nothing else of it. */
function noticeMail(
  { more, messageFrom }: PreparedNotice,
  publicUrl: string,
  organization: Facts,
): MailContent {
  const { subject, arrived, read } = noticeWording[more ? 'several' : 'one']
  return mailContent(organization, {
    subject,
    before: [arrived(messageFrom), read],
    button: noticeWording.button,
    link: `${publicUrl}${screenPath('admin', 'contactMessages')}`,
    after: [noticeWording.why(organization.name)],
  })
}

interface MailParts {
  subject: string
  /** Paragraphs before the link. */
  before: string[]
  button: string
  link: string
  /** Paragraphs after it. */
  after: (string | { sentence: string; address: string })[]
}

interface MailContent {
  subject: string
  text: string
  html: string
}

/** The same as plain text and as HTML. Neither loads anything, nor tells that it was read. */
function mailContent({ name, address, phones }: Facts, parts: MailParts): MailContent {
  const { subject, before, button, link, after } = parts
  const signature = [name, ...address, mailWording.phone(phones[0]?.number ?? '')]
  const textAfter = after.map((part) =>
    typeof part === 'string' ? part : `${part.sentence}\n${part.address}`,
  )
  const text = `${[...before, link, ...textAfter, signature.join('\n')].join('\n\n')}\n`
  const content = [
    ...before.map((paragraph) => paragraphHtml(asHtml(paragraph))),
    paragraphHtml(buttonHtml(link, button), 24),
    ...after.map((part) =>
      paragraphHtml(
        typeof part === 'string' ? asHtml(part) : `${asHtml(part.sentence)} ${linkHtml(part.address)}`,
      ),
    ),
    `<p style="margin: 0 0 24px; font-size: 14px;">${asHtml(mailWording.linkAsText)}<br>${linkHtml(link)}</p>`,
  ]
  return { subject, text, html: pageHtml(subject, content, signature) }
}

/**
 * No colour but the button’s is set, so that each mail client shows its own, light or dark. Styles stand at their
 * elements, because many clients drop all others.
 */
function pageHtml(subject: string, content: string[], signature: string[]): string {
  const [name, ...lines] = signature.map(asHtml)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${asHtml(subject)}</title>
<style>:root { color-scheme: light dark; }</style>
</head>
<body style="margin: 0; padding: 0;">
<div style="max-width: 34em; margin: 0 auto; padding: 24px 20px; font: 16px/1.55 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; overflow-wrap: break-word;">
${content.join('\n')}
<p style="margin: 0; padding-top: 16px; border-top: 1px solid #8a9699; font-size: 14px;"><strong>${name}</strong><br>${lines.join('<br>')}</p>
</div>
</body>
</html>
`
}

/** With so many pixels below it. */
const paragraphHtml = (html: string, below = 16) => `<p style="margin: 0 0 ${below}px;">${html}</p>`

const linkHtml = (link: string) =>
  `<a href="${asHtml(link)}" style="word-break: break-all;">${asHtml(link)}</a>`

const buttonHtml = (link: string, label: string) =>
  `<a href="${asHtml(link)}" style="display: inline-block; padding: 12px 24px; border-radius: 8px; background-color: #1a6b80; color: #ffffff; font-weight: 600; text-decoration: none;">${asHtml(label)}</a>`
