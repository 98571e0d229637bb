import * as z from 'zod/mini'
import { described } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, requiredPageInBody } from '../lists.ts'
import { recordId } from '../record.ts'
import { calendarDate } from '../text.ts'
import { followUpFields } from './fields.ts'
import { followUp, followUpEdit, listedFollowUp, newFollowUp } from './schema.ts'

export const followUpEndpoints = {
  search: endpoint('POST /follow-ups/search', {
    access: 'follow-ups:read',
    summary: 'List follow-ups',
    description:
      'Returns a page of the follow-ups that match, open ones by due date, completed ones with the latest first. Those of deleted clients are left out until the client is restored.',
    body: z.object({
      assignedTo: described(
        z.optional(z.string()),
        'Only those assigned to this employee (an id), to the caller (`me`) or to nobody (`nobody`)',
        'me',
      ),
      clientId: z.optional(recordId('client')),
      open: described(
        z._default(z.boolean({ error: 'Open is true or false' }), true),
        'Whether to return open follow-ups or completed ones',
      ),
      until: z.optional(
        calendarDate({ ...followUpFields.on, description: 'Only those due on this day or before' }),
      ),
      ...requiredPageInBody('follow-ups'),
    }),
    reply: pageOf(listedFollowUp, 'follow-ups'),
  }),
  add: endpoint('POST /clients/:id/follow-ups', {
    access: 'follow-ups:write',
    summary: 'Add a follow-up',
    description:
      'Adds a follow-up for a client. Without `assignedTo`, it is assigned to its creator; null leaves it unassigned. A note with `followUp` adds one, too.',
    params: z.object({ id: recordId('client') }),
    body: newFollowUp,
    idempotent: true,
    status: 201,
    reply: followUp,
    failures: ['not-found'],
  }),
  edit: endpoint('PUT /follow-ups/:id', {
    access: 'follow-ups:write',
    summary: 'Change a follow-up',
    description:
      'Changes the fields that are sent; the others stay. `done` completes it or reopens it. With `version`, an edit based on an older record gets 409 with the newer one in `current`.',
    params: z.object({ id: recordId('follow-up') }),
    body: followUpEdit,
    reply: followUp,
    failures: ['not-found', 'version-conflict'],
  }),
}
