import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { recordId } from '../record.ts'

/** What a mail is about. Mails never name clients and never carry what somebody wrote. */
const mailKinds = ['set-up', 'reset', 'new-message'] as const

const mailKind = z.enum(mailKinds)
export type MailKind = z.infer<typeof mailKind>

/** Mail to an employee, with a link that works once. */
export type LinkMailKind = Exclude<MailKind, 'new-message'>

/** A mail that the mail server has not taken yet, or has refused for good. Its text is made when it is sent. */
const outgoingMail = z.object({
  id: recordId('mail'),
  kind: mailKind.check(
    z.describe('A link to set the first password, or a new one, or word of a contact message'),
  ),
  recipient: z.string().check(z.meta({ examples: ['amina.warsame@example.org'] })),
  state: z
    .enum(['waiting', 'refused'])
    .check(
      z.describe(
        'Waiting mail is tried again by itself; refused mail is not, but for word of a contact message, which is tried again with the next message',
      ),
    ),
  createdAt: z.iso.datetime().check(z.describe('When it was to be sent')),
  attempts: z.int().check(z.meta({ description: 'How often it was tried', examples: [1] })),
  nextAttemptAt: z
    .nullable(z.iso.datetime())
    .check(z.describe('When it is tried again; null if it was refused')),
  problem: z.nullable(z.string()).check(
    z.meta({
      description: 'What the mail server said last, or what kept it from being asked; null if nothing yet',
      examples: ['550 5.1.1 No such mailbox'],
    }),
  ),
})

export type OutgoingMail = z.output<typeof outgoingMail>

export const outgoingMailEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/outgoing-mail',
    access: 'outgoing-mail:read',
    summary: 'List mail that has not gone out',
    description:
      'Returns the mail that waits for the mail server and the mail that it refused for good, the oldest first. Mail that was sent is not listed. A link is made when its mail is sent, so it stands nowhere here.',
    status: 200,
    reply: z.array(outgoingMail),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/outgoing-mail/:id/resend',
    access: 'outgoing-mail:resend',
    summary: 'Send a mail again',
    description:
      'Has a mail tried again at once. A refused one waits again, and goes to the address that the employee has now.',
    params: z.object({
      id: recordId('mail'),
    }),
    status: 200,
    reply: outgoingMail,
    failures: ['not-found'],
  }),
}
