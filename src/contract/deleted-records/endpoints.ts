import * as z from 'zod/mini'
import { described, text, textOrNull, timestamp, timestampOrNull, yesOrNo } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../lists.ts'
import { bothIds, recordId } from '../record.ts'
import { deletableKinds } from './kinds.ts'

const deletedRecord = z.object({
  ...bothIds('record'),
  kind: z.enum(deletableKinds),
  name: text(
    '“First last” of the client, of the note’s client or of the employee, the message’s sender, or a file’s name and its client’s',
    'Hodan Warsame',
  ),
  dateOfBirth: textOrNull(
    'Birth date of the client, or of the note’s or file’s client, YYYY-MM-DD; otherwise null',
  ),
  email: textOrNull('Email address of the employee or of the message’s sender; otherwise null'),
  writtenAt: timestampOrNull(
    'When the note was written, the file added or the message received; otherwise null',
  ),
  clientIsDeleted: yesOrNo(
    'Whether this is a note or a file whose client is also deleted and has to be restored first',
  ),
  mergedInto: described(
    z.nullable(recordId('client')),
    'Id of the client into which this client’s record was merged; it comes back only by undoing that merge. Otherwise null',
  ),
  deletedAt: timestamp('When it was deleted'),
  deletedBy: textOrNull(
    'Email address of the employee who deleted it; null once their own record has been purged',
  ),
  deletedByName: textOrNull('“First last” of that employee'),
})

export type DeletedRecord = z.output<typeof deletedRecord>

export const deletedRecordEndpoints = {
  list: endpoint('GET /deleted-records', {
    access: 'deleted-records:read',
    summary: 'List deleted records',
    description:
      'Returns a page of the clients, notes, employees and contact messages that were deleted and not yet purged, the latest deletion first. The notes of a deleted client are not listed: they come back with the client.',
    query: z.object({
      kind: described(
        z.optional(z.enum(deletableKinds, { error: 'Unknown kind of record' })),
        'Only records of this kind',
      ),
      ...pageQuery('records'),
    }),
    reply: pageOf(deletedRecord, 'records'),
  }),
  restore: endpoint('POST /deleted-records/:id/restore', {
    access: 'deleted-records:restore',
    confirmedBy: 'two-step',
    summary: 'Restore a deleted record',
    description:
      'Brings a record back to every list and call. A client comes back with the notes that had not been deleted before. An employee whose email address now belongs to another employee can’t be restored, nor can a note whose client is deleted, nor a record that was merged into another client’s. The response has no body.',
    params: z.object({ id: recordId('record') }),
    failures: ['not-found', 'email-taken', 'client-deleted', 'client-merged'],
  }),
}
