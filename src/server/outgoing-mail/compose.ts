import type { PasswordPolicy } from '#contract/access/passwords.ts'
import { linkDuration } from '#contract/durations.ts'
import type { Organization } from '#contract/organization/schema.ts'
import type { AccountNoticeKind, LinkMailKind } from '#contract/outgoing-mail/endpoints.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { escapeHtml } from '#server/http/escape-html.ts'

export interface Mailbox {
  /** Empty if only an address was given. */
  name: string
  address: string
}

export interface Sender {
  from: Mailbox
  publicUrl: string
  organization: Organization
  /** The provider of the organization's accounts, if people sign in with them. */
  oidc?: { name: string; passwordPolicy: PasswordPolicy } | undefined
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

/** Every attempt at a mail has the same Message-ID: mailboxes drop what arrives twice. */
export function composeMail(
  { from }: Pick<Sender, 'from'>,
  { id, to, content }: { id: string; to: Mailbox; content: MailContent },
  now: Date,
) {
  return {
    ...content,
    from,
    to,
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    date: now,
    // Keeps auto-responders from answering.
    headers: { 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'quoted-printable' as const,
  }
}

type Facts = Pick<Sender, 'publicUrl' | 'organization'>

export const linkAddress = (token: string, { publicUrl }: Pick<Sender, 'publicUrl'>): string =>
  `${publicUrl}${signInPaths.setPassword}?token=${token}`

const linkMails = {
  'set-up': {
    subject: (organization: string) => `Set your password for ${organization}`,
    reason: (organization: string) =>
      `${organization} has created an account for you in its staff portal. Set a password to sign in:`,
    button: 'Set your password',
    notAsked: (phone: string) =>
      `If you don’t work with us, or don’t know why you got this email, you don’t have to do anything. You can also call us: ${phone}.`,
  },
  reset: {
    subject: (organization: string) => `Choose a new password for ${organization}`,
    reason: (organization: string) =>
      `Someone asked for a new password for your account in the staff portal of ${organization}. If it was you, choose one here:`,
    button: 'Choose a new password',
    notAsked: (phone: string) =>
      `If you did not ask for this, ignore this email. Your password has not changed. If it happens again, call us: ${phone}.`,
  },
} as const satisfies Record<LinkMailKind, object>

export function linkMail(
  { kind, firstName, token }: { kind: LinkMailKind; firstName: string; token: string },
  { publicUrl, organization }: Facts,
): MailContent {
  const { name, phones } = organization
  const words = linkMails[kind]
  return mailContent(organization, {
    subject: words.subject(name),
    before: [greeting(firstName), words.reason(name)],
    button: words.button,
    link: linkAddress(token, { publicUrl }),
    after: [
      `The link works once and expires after ${linkDuration[kind]}. If you got more than one of these emails, use the newest one. Older links may no longer work.`,
      `Has the link expired? Ask for a new one here:\n${publicUrl}${signInPaths.forgotPassword}`,
      words.notAsked(phones[0]?.number ?? ''),
    ],
  })
}

/** For a new employee who needs no password. */
export function welcomeMail(
  { firstName, provider }: { firstName: string; provider: string },
  { publicUrl, organization }: Facts,
): MailContent {
  const { name, phones } = organization
  return mailContent(organization, {
    subject: `Your account for ${name}`,
    before: [
      greeting(firstName),
      `${name} has created an account for you in its staff portal. You need no password for it: sign in with ${provider}.`,
    ],
    button: 'Open the sign-in page',
    link: `${publicUrl}${signInPaths.login}`,
    after: [linkMails['set-up'].notAsked(phones[0]?.number ?? '')],
  })
}

type NoticeTexts = {
  subject: (organization: string) => string
  happened: (organization: string) => string
  means: string
}

const accountNotices = {
  'email-changed': {
    subject: (organization) => `Your email address for ${organization} was changed`,
    happened: (organization) =>
      `The email address of your account in the staff portal of ${organization} was changed. This email goes to the former address and to the new one.`,
    means: 'From now on, sign in with the new address. You have been signed out everywhere.',
  },
  'password-changed': {
    subject: (organization) => `Your password for ${organization} was changed`,
    happened: (organization) =>
      `The password of your account in the staff portal of ${organization} was changed.`,
    means: 'You have been signed out everywhere else.',
  },
  'two-step-set-up': {
    subject: (organization) => `Two-step sign-in is on for ${organization}`,
    happened: (organization) =>
      `Two-step sign-in was turned on for your account in the staff portal of ${organization}.`,
    means:
      'From now on, signing in also needs a code from your authenticator app. Keep your recovery codes in a safe place. If you don’t have your phone, use one of them instead; each works once.',
  },
  'two-step-removed': {
    subject: (organization) => `Your authenticator app was removed for ${organization}`,
    happened: (organization) =>
      `The authenticator app was removed from your account in the staff portal of ${organization}.`,
    means:
      'Its codes no longer work. Without a passkey, your password alone is now enough to sign in. You can set up an app again in your profile.',
  },
  'two-step-reset': {
    subject: (organization) => `Two-step sign-in was reset for ${organization}`,
    happened: (organization) =>
      `Two-step sign-in for your account in the staff portal of ${organization} was reset by a super admin or by the person who runs the server.`,
    means:
      'Your authenticator app, your passkeys and your recovery codes no longer work, and you have been signed out everywhere. Sign in with your password and set up two-step sign-in again.',
  },
  'passkey-added': {
    subject: (organization) => `A passkey was added for ${organization}`,
    happened: (organization) => `A passkey was added to your account in the staff portal of ${organization}.`,
    means:
      'Whoever can unlock the device that holds it can sign in. You can remove it in your profile. Signing in with the password needs a second step, too: a code from your authenticator app, if you use one, or a recovery code.',
  },
  'passkey-removed': {
    subject: (organization) => `A passkey was removed for ${organization}`,
    happened: (organization) =>
      `A passkey was removed from your account in the staff portal of ${organization}.`,
    means:
      'It can no longer be used to sign in. Without any passkey or authenticator app, your password alone is enough.',
  },
  'account-linked': {
    subject: (organization) => `You can sign in to ${organization} with your work account`,
    happened: (organization) =>
      `An account of your organization was linked to your account in the staff portal of ${organization}.`,
    means: 'Whoever signs in to that account can use the portal in your name.',
  },
  'account-unlinked': {
    subject: (organization) => `Your work account is no longer linked to ${organization}`,
    happened: (organization) =>
      `The link between an account of your organization and your account in the staff portal of ${organization} was removed.`,
    means:
      'The next time you sign in with an account that has your email address, that account is linked again.',
  },
} as const satisfies Record<AccountNoticeKind, NoticeTexts>

/** Tells an employee that the account was changed. Contains no secret and no link that works once. */
export function accountNotice(
  { kind, firstName }: { kind: AccountNoticeKind; firstName: string },
  { publicUrl, organization }: Facts,
): MailContent {
  const { name, phones } = organization
  const { subject, happened, ...words } = accountNotices[kind]
  return mailContent(organization, {
    subject: subject(name),
    before: [greeting(firstName), happened(name), words.means],
    button: 'Open your profile',
    link: `${publicUrl}${signInPaths.profile}`,
    after: [
      `If you did not do this or ask for it, call us right away: ${phones[0]?.number ?? ''}. Then choose a new password.`,
    ],
  })
}

const contactNotices = {
  one: {
    subject: 'A new contact message',
    arrived: (sender: string) => `A message has arrived from ${sender}.`,
    read: 'Read it in the portal:',
  },
  several: {
    subject: 'New contact messages',
    arrived: (sender: string) => `New messages have arrived. The first is from ${sender}.`,
    read: 'Read them in the portal:',
  },
} as const

/** Tells staff that a message arrived and from whom, nothing else: the subject not even that. */
export function noticeMail(
  messages: { firstFrom: string; areSeveral: boolean },
  { publicUrl, organization }: Facts,
): MailContent {
  const { subject, arrived, read } = contactNotices[messages.areSeveral ? 'several' : 'one']
  return mailContent(organization, {
    subject,
    before: [arrived(messages.firstFrom), read],
    button: 'Open the messages',
    link: `${publicUrl}${screenPath('admin', 'contactMessages')}`,
    after: [
      `You are receiving this email because ${organization.name} sends notices of new contact messages to this address. The person who runs the website can change that.`,
    ],
  })
}

const greeting = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')

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
  const signature = [name, ...address, `Phone ${phones[0]?.number ?? ''}`]
  const text = `${[...before, link, ...after, signature.join('\n')].join('\n\n')}\n`
  const content = [
    ...before.map((paragraph) => paragraphHtml(escapeHtml(paragraph))),
    paragraphHtml(buttonHtml(link, button), 24),
    ...after.map((paragraph) => paragraphHtml(linkedHtml(paragraph))),
    `<p style="margin: 0 0 24px; font-size: 14px;">If the button does not work, copy this address into your browser:<br>${linkedHtml(link)}</p>`,
  ]
  return { subject, text, html: pageHtml(subject, content, signature) }
}

/**
 * Only the button has colors: mail clients use their own, light or dark. Styles are inline, because many clients
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
