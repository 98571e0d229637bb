import * as z from 'zod/mini'
import { described } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { longestHistory, pageOf, pageQuery } from '../lists.ts'
import { recordId } from '../record.ts'
import { noteWindowDays } from './rules.ts'
import {
  newNote,
  newNoteErrors,
  note,
  noteEdit,
  noteEditErrors,
  noteReview,
  noteSignature,
  noteVersion,
} from './schema.ts'

const noteParams = z.object({
  id: recordId('client'),
})

const oneNoteParams = z.extend(noteParams, {
  noteId: recordId('note'),
})

const notePage = pageOf(note, 'notes')

export type NotePage = z.output<typeof notePage>

/** A note of 10,000 characters is at most 120 kB when every one is escaped. */
const noteBodyLimit = 256 * 1024

export const noteEndpoints = {
  list: endpoint('GET /clients/:id/notes', {
    access: 'notes:read',
    summary: 'List the weekly notes of a client',
    description:
      'Returns all notes of the client as one array, newest first. With `limit` it returns one page instead: an object with the notes, the total number, and the cursor of the next page.',
    params: noteParams,
    query: z.object(pageQuery('notes')),
    reply: z.union([z.array(note), notePage]),
    failures: ['not-found', 'too-many-requests'],
  }),
  edit: endpoint('PUT /clients/:id/notes/:noteId', {
    access: 'notes:change',
    summary: 'Edit a weekly note',
    description: `Replaces the text and the facts that are sent, and keeps the earlier ones as a version. A super-admin may always do this, an admin while the note is less than ${noteWindowDays.admin} days old, a manager while it is less than ${noteWindowDays.manager} days old; everyone else gets \`not-allowed\`. A note of another client is \`not-found\`.`,
    params: oneNoteParams,
    body: noteEdit,
    bodyRules: noteEditErrors,
    bodyLimit: noteBodyLimit,
    reply: note,
    failures: ['not-found', 'version-conflict', 'too-many-requests'],
  }),
  remove: endpoint('DELETE /clients/:id/notes/:noteId', {
    access: 'notes:change',
    summary: 'Delete a weekly note',
    description:
      'Removes the note from every list. Allowed for those who may edit it. The record is kept for the retention period.',
    params: oneNoteParams,
    failures: ['not-found'],
  }),
  versions: endpoint('GET /clients/:id/notes/:noteId/versions', {
    access: 'notes:read-versions',
    summary: 'Read the earlier texts of a weekly note',
    description: `Returns the earlier texts of an edited note, newest first, ${longestHistory} at most; an empty array if it was never edited. The record packet has all of them.`,
    params: oneNoteParams,
    reply: z.array(noteVersion),
    failures: ['not-found'],
  }),
  sign: endpoint('POST /clients/:id/notes/:noteId/signature', {
    access: 'notes:sign',
    summary: 'Sign a weekly note',
    description:
      'Its author, and nobody else, states that the service was provided and the note is true, once the service has ended. An edit removes the signature, but the earlier version keeps it. A signed note is returned unchanged.',
    params: oneNoteParams,
    body: noteSignature,
    reply: note,
    failures: ['not-found', 'version-conflict'],
  }),
  review: endpoint('POST /clients/:id/notes/:noteId/review', {
    access: 'notes:review',
    summary: 'Review a weekly note',
    description:
      'Records that the caller has read a note that another employee wrote and, if it was edited, edited last. The same person can replace their review; a version that someone else has reviewed gets 409. An edit removes the review, but the earlier version keeps it.',
    params: oneNoteParams,
    body: noteReview,
    reply: note,
    failures: ['not-found', 'version-conflict'],
  }),
  recordExport: endpoint('POST /clients/:id/notes/exports', {
    access: 'notes:export',
    summary: 'Record an export of the notes report',
    description:
      'Called by the report screen before it prints the report or creates the PDF, so that the audit trail shows who exported the notes.',
    params: noteParams,
    body: z.object({
      kind: described(
        z.enum(['pdf', 'print'], { error: 'A report is exported as PDF or printed' }),
        'Whether the report is saved as a PDF or printed',
      ),
      count: described(
        z.int({ error: 'The count is a whole number' }).check(z.nonnegative()),
        'How many notes the report contains',
        12,
      ),
    }),
    failures: ['not-found'],
  }),
  add: endpoint('POST /clients/:id/notes', {
    access: 'notes:add',
    summary: 'Add a weekly note',
    description:
      'Adds a note together with its signature, its follow-up and the facts of the service that it documents, if they are sent. The author is the signed-in employee and the date comes from the server’s clock, whatever else the body says.',
    params: noteParams,
    body: newNote,
    bodyRules: newNoteErrors,
    bodyLimit: noteBodyLimit,
    idempotent: true,
    status: 201,
    reply: note,
    failures: ['not-found', 'too-many-requests'],
  }),
}
