import * as z from 'zod/mini'
import { clientRecordEndpoints } from '../client-records/endpoints.ts'
import { described } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, requiredPageInBody } from '../lists.ts'
import { recordId } from '../record.ts'
import { calendarDate } from '../text.ts'
import { followUpFields } from './fields.ts'
import { followUp, followUpEdit, listedFollowUp, newFollowUp } from './schema.ts'

const { add, edit, versions } = clientRecordEndpoints(
  'follow-ups',
  { input: newFollowUp, edit: followUpEdit, record: followUp },
  {
    one: 'follow-up',
    many: 'follow-ups',
    add: 'Adds a follow-up for a client. Without `assignedTo`, it is assigned to its creator; null leaves it unassigned. A note with `followUp` adds one, too.',
    edit: '`done` completes it or reopens it.',
  },
)

export const followUpEndpoints = {
  add,
  edit,
  versions,
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
}
