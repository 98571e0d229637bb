import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { outgoingMail } from './schema.ts'

export const outgoingMailEndpoints = {
  /** What waits and what was refused for good, the oldest first. */
  list: endpoint({
    method: 'GET',
    path: '/outgoing-mail',
    access: 'outgoing-mail:read',
    summary: 'List mail that has not gone out',
    status: 200,
    reply: z.array(outgoingMail),
  }),
  /** Tries a mail again at once; a refused one begins anew. */
  resend: endpoint({
    method: 'POST',
    path: '/outgoing-mail/:id/resend',
    access: 'outgoing-mail:resend',
    summary: 'Send a mail again',
    params: z.object({ id: z.string().check(z.describe('Id of the mail')) }),
    status: 200,
    reply: outgoingMail,
    failures: ['not-found'],
  }),
}
