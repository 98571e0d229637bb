import type { Organization } from '#contract/organization/schema.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import type { Letter } from './carriers.ts'
import type { Claim } from './claim-store.ts'
import { linkMail, type MailText } from './link-mail.ts'
import { type Mailbox, parseMailbox } from './mailbox.ts'
import { noticeMail } from './notice-mail.ts'
import type { PreparedMail } from './prepare-mail.ts'

export interface Sender {
  from: Mailbox
  publicUrl: string
  organization: Organization
}

/** Who mails come from: MAIL_FROM, as `address` or `Name <address>`, or the organization. */
export function mailboxOf(mailFrom: string | undefined, { name, emails }: Organization): Mailbox {
  if (mailFrom === undefined) return { name, address: emails.support }
  const given = parseMailbox(mailFrom)
  return { name: given.name || name, address: given.address }
}

/**
 * Every attempt has a link of its own, and so a Message-ID of its own: a mailbox that drops what it knows must not keep
 * the older link, which has ended.
 */
export function composeLetter(
  { from, publicUrl, organization }: Sender,
  { id, createdAt }: Claim,
  mail: PreparedMail,
  now: Date,
): Letter {
  const message = {
    from,
    to: { name: nameOf(mail), address: mail.recipient },
    ...textOf(mail, publicUrl, organization),
    date: now,
    messageId: `<${id}.${now.getTime()}@${from.address.split('@').at(-1)}>`,
    // Whatever answers by itself, such as an out-of-office note, does not answer this.
    headers: { 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'quoted-printable' as const,
  }
  return { id, createdAt, message }
}

function nameOf(mail: PreparedMail): string {
  return mail.kind === 'new-message' ? '' : `${mail.firstName} ${mail.lastName}`.trim()
}

function textOf(mail: PreparedMail, publicUrl: string, organization: Organization): MailText {
  if (mail.kind === 'new-message') {
    const link = `${publicUrl}${screenPath('admin', 'contactMessages')}`
    return noticeMail({ notice: mail, link, organization })
  }
  const { kind, firstName, token } = mail
  const link = `${publicUrl}${signInPaths.setPassword}?token=${token}`
  const forgotPage = `${publicUrl}${signInPaths.forgotPassword}`
  return linkMail({ kind, firstName, link, forgotPage, organization })
}
