import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { contactInput } from './schema.ts'
import { contactWording } from './wording.ts'

export const contactEndpoints = {
  /** §7, decisions 27, 28, 34, 40: stores the message; `receivedAt` is the server's clock. */
  send: endpoint({
    method: 'POST',
    path: '/contact',
    access: 'anyone',
    summary: 'Send a contact message',
    body: contactInput,
    leadingMistake: contactWording.required,
    status: 201,
    reply: z.object({ message: z.string().check(z.describe('A sentence for people')) }),
    failures: ['invalid-input', 'from-another-site', 'too-many-requests'],
  }),
}
