import * as z from 'zod/mini'
import { described, textOrNull, timestamp, timestampOrNull, wholeNumber } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { personName, recordId } from '../record.ts'

/** Mail to an employee, with a link that works once. */
export const linkMailKinds = ['set-up', 'reset'] as const
export type LinkMailKind = (typeof linkMailKinds)[number]

/** Mail to an employee about a change of the account. It contains no secret. */
const accountNoticeKinds = [
  'email-changed',
  'password-changed',
  'two-step-set-up',
  'two-step-removed',
  'two-step-reset',
  'passkey-added',
  'passkey-removed',
  'account-linked',
  'account-unlinked',
] as const
export type AccountNoticeKind = (typeof accountNoticeKinds)[number]

export function isAccountNotice(kind: MailKind): kind is AccountNoticeKind {
  return accountNoticeKinds.some((notice) => notice === kind)
}

/** Mails never name clients and never contain a note's or message's text. */
const mailKind = z.enum([...linkMailKinds, 'new-message', ...accountNoticeKinds])
export type MailKind = z.infer<typeof mailKind>

/** A mail that the mail server has not accepted yet, or has permanently rejected. It is composed when it is sent. */
const outgoingMail = z.object({
  id: recordId('mail'),
  kind: described(
    mailKind,
    'A link to set the first password, a link to choose a new one, a notice of a contact message, or a notice that the account was changed',
  ),
  recipient: z.string().check(z.meta({ examples: ['amina.warsame@example.org'] })),
  recipientName: personName('Name of the employee; empty for a notice of a contact message'),
  state: described(
    z.enum(['waiting', 'refused']),
    'A waiting email is retried automatically. A refused one is not, except for a notice of a contact message, which is retried with the next message',
  ),
  createdAt: timestamp('When it was queued'),
  attempts: wholeNumber('How many attempts were made', 1),
  nextAttemptAt: timestampOrNull('When it will be retried; null if it was permanently rejected'),
  problem: textOrNull(
    'The mail server’s last answer, or why the server could not be reached; null if there was no problem yet',
    '550 5.1.1 No such mailbox',
  ),
})

export type OutgoingMail = z.output<typeof outgoingMail>

export const outgoingMailEndpoints = {
  list: endpoint('GET /outgoing-mail', {
    access: 'outgoing-mail:read',
    summary: 'List unsent emails',
    description:
      'Returns the emails that wait for the mail server and those that it permanently rejected, oldest first. Sent emails are not listed. A link is created when its email is sent, so it does not appear here.',
    reply: z.array(outgoingMail),
  }),
  resend: endpoint('POST /outgoing-mail/:id/resend', {
    access: 'outgoing-mail:resend',
    summary: 'Resend an email',
    description:
      'Retries an email at once. A rejected email is queued again; one with a link goes to the employee’s current address.',
    params: z.object({
      id: recordId('mail'),
    }),
    reply: outgoingMail,
    failures: ['not-found'],
  }),
}
