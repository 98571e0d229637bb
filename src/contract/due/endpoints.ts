import * as z from 'zod/mini'
import { client } from '../clients/schema.ts'
import { described, text } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { recordId } from '../record.ts'

const due = z.object({
  kind: text('Which records it is among, as their calls name them', 'papers'),
  id: recordId('record'),
  on: text('The day it is due: calendar date, YYYY-MM-DD', '2026-03-05'),
  what: text('What is due', 'Release of information, to Hennepin County'),
  client: z.pick(client, { id: true, firstName: true, lastName: true, dateOfBirth: true }),
})

export type Due = z.output<typeof due>

export const dueEndpoints = {
  list: endpoint('GET /due', {
    access: 'due:read',
    summary: 'List what is due',
    description:
      'Returns what was due or is due within 30 days for the caller’s own clients, or for everyone’s, which super-admins, admins and managers may ask for: papers that expire, leases and authorizations that end, and open goals by their target date. The earliest comes first, 200 at most. Left out are papers that were revoked or renewed (a later one of the same kind, to the same recipient, is valid for longer), leases of homes that the client has left, authorizations that were entered by mistake or that a later one for the same service follows, and discharged clients.',
    query: z.object({
      everyone: described(
        z.optional(z.enum(['true'], { error: 'Everyone is true or left out' })),
        'Everyone’s clients instead of the caller’s own',
        'true',
      ),
    }),
    reply: z.array(due),
    failures: ['not-allowed'],
  }),
}
