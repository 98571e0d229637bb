import { linkDuration } from '#contract/durations.ts'
import type { Organization } from '#contract/organization/schema.ts'
import type { AccountNoticeKind, LinkMailKind } from '#contract/outgoing-mail/endpoints.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import { accountNoticeWording, linkMailWording, mailWording, noticeWording } from './wording.en.ts'

export interface Mailbox {
  /** Empty if only an address was given. */
  name: string
  address: string
}

export interface Sender {
  from: Mailbox
  publicUrl: string
  organization: Organization
}

/** Splits `address` or `Name <address>`. */
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
 * Sets no Message-ID: nodemailer makes one for each attempt, because a mailbox that drops duplicates would keep the
 * older attempt, whose link no longer works.
 */
export function composeMail(from: Mailbox, to: Mailbox, content: MailContent, now: Date) {
  return {
    ...content,
    from,
    to,
    date: now,
    // Keeps auto-responders from answering.
    headers: { 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'quoted-printable' as const,
  }
}

type Facts = Pick<Sender, 'publicUrl' | 'organization'>

export const linkAddress = (token: string, { publicUrl }: Pick<Sender, 'publicUrl'>): string =>
  `${publicUrl}${signInPaths.setPassword}?token=${token}`

export function linkMail(
  { kind, firstName, token }: { kind: LinkMailKind; firstName: string; token: string },
  { publicUrl, organization }: Facts,
): MailContent {
  const { name, phones } = organization
  const words = linkMailWording[kind]
  return mailContent(organization, {
    subject: words.subject(name),
    before: [mailWording.greeting(firstName), words.reason(name)],
    button: words.button,
    link: linkAddress(token, { publicUrl }),
    after: [
      mailWording.limits(linkDuration[kind]),
      `${mailWording.newLink}\n${publicUrl}${signInPaths.forgotPassword}`,
      words.notAsked(phones[0]?.number ?? ''),
    ],
  })
}

/** Tells an employee that the account was changed. Contains no secret and no link that works once. */
export function accountNotice(
  { kind, firstName }: { kind: AccountNoticeKind; firstName: string },
  { publicUrl, organization }: Facts,
): MailContent {
  const { name, phones } = organization
  const { subject, happened, ...words } = accountNoticeWording[kind]
  return mailContent(organization, {
    subject: subject(name),
    before: [mailWording.greeting(firstName), happened(name), words.means],
    button: accountNoticeWording.button,
    link: `${publicUrl}${signInPaths.profile}`,
    after: [accountNoticeWording.notYou(phones[0]?.number ?? '')],
  })
}

/** Tells staff that a message arrived and from whom, nothing else. */
export function noticeMail(
  messages: { firstFrom: string; areSeveral: boolean },
  { publicUrl, organization }: Facts,
): MailContent {
  const { subject, arrived, read } = noticeWording[messages.areSeveral ? 'several' : 'one']
  return mailContent(organization, {
    subject,
    before: [arrived(messages.firstFrom), read],
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
  /** Paragraphs after it. Their addresses become links, so they hold nothing that a visitor typed. */
  after: string[]
}

export interface MailContent {
  subject: string
  text: string
  html: string
}

/** Plain text and HTML. Neither loads anything or reports that it was read. */
function mailContent({ name, address, phones }: Organization, parts: MailParts): MailContent {
  const { subject, before, button, link, after } = parts
  const signature = [name, ...address, mailWording.phone(phones[0]?.number ?? '')]
  const text = `${[...before, link, ...after, signature.join('\n')].join('\n\n')}\n`
  const content = [
    ...before.map((paragraph) => paragraphHtml(escapeHtml(paragraph))),
    paragraphHtml(buttonHtml(link, button), 24),
    ...after.map((paragraph) => paragraphHtml(linkedHtml(paragraph))),
    `<p style="margin: 0 0 24px; font-size: 14px;">${escapeHtml(mailWording.linkAsText)}<br>${linkedHtml(link)}</p>`,
  ]
  return { subject, text, html: pageHtml(subject, content, signature) }
}

/**
 * Only the button has colors, so that mail clients can use their own, light or dark. Styles are inline, because many clients
 * drop others.
 */
function pageHtml(subject: string, content: string[], signature: string[]): string {
  const [name, ...lines] = signature.map(escapeHtml)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
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

const paragraphHtml = (html: string, below = 16) => `<p style="margin: 0 0 ${below}px;">${html}</p>`

const linkedHtml = (text: string) =>
  escapeHtml(text).replace(/https?:\S+/, '<a href="$&" style="word-break: break-all;">$&</a>')

const buttonHtml = (link: string, label: string) =>
  `<a href="${escapeHtml(link)}" style="display: inline-block; padding: 12px 24px; border-radius: 8px; background-color: #1a6b80; color: #ffffff; font-weight: 600; text-decoration: none;">${escapeHtml(label)}</a>`
