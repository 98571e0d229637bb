import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { outgoingMail } from './schema.ts'

export const outgoingMailEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/outgoing-mail',
    access: 'outgoing-mail:read',
    summary: 'List mail that has not gone out',
    description:
      'Answers the mail that waits for the mail server and the mail that it refused for good, the oldest first. Mail that was sent is not listed. A link is made when its mail is sent, so it stands nowhere here.',
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
      id: z
        .string()
        .check(z.meta({ description: 'Id of the mail', examples: ['e3d9a0c7-58b1-4a6e-9f24-7b60c8d1f352'] })),
    }),
    status: 200,
    reply: outgoingMail,
    failures: ['not-found'],
  }),
}
