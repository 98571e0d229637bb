import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../lists.ts'
import { recordId } from '../record.ts'
import { noteWindowDays } from './rules.ts'
import { newNote, note, noteEdit, noteVersion } from './schema.ts'

const noteParams = z.object({
  id: recordId('client'),
})

const oneNoteParams = z.extend(noteParams, {
  noteId: recordId('note'),
})

const notePage = pageOf(note, {
  items: 'The notes of this page',
  total: 'How many notes the client has',
  nextCursor: 'Pass as `cursor` for older notes; null at the end',
})

export type NotePage = z.output<typeof notePage>

/** A note of 10,000 characters is at most 120 kB when every one is escaped. */
const noteBodyLimit = 256 * 1024

export const noteEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/clients/:id/notes',
    access: 'notes:read',
    summary: 'List the weekly notes of a client',
    description:
      'Returns all notes of the client as one array, the newest first. With `limit` it returns one page instead: an object with the notes, how many there are in all, and the cursor of the older ones.',
    params: noteParams,
    query: z.object(pageQuery('notes')),
    status: 200,
    reply: z.union([z.array(note), notePage]),
    failures: ['invalid-input', 'not-found'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/clients/:id/notes/:noteId',
    access: 'notes:change',
    summary: 'Edit a weekly note',
    description: `Replaces the text; the earlier one is kept as a version. An admin may while the note is younger than ${noteWindowDays.admin} days, a manager while it is younger than ${noteWindowDays.manager}, a super-admin always; others are answered \`not-allowed\`. A note of another client is \`not-found\`.`,
    params: oneNoteParams,
    body: noteEdit,
    bodyLimit: noteBodyLimit,
    status: 200,
    reply: note,
    failures: ['invalid-input', 'not-found', 'version-conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/clients/:id/notes/:noteId',
    access: 'notes:change',
    summary: 'Delete a weekly note',
    description:
      'Takes the note out of every list, for whoever may edit it. The record is kept for the retention years.',
    params: oneNoteParams,
    status: 204,
    failures: ['not-found'],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/clients/:id/notes/:noteId/versions',
    access: 'notes:read-versions',
    summary: 'Read the earlier texts of a weekly note',
    description:
      'Returns what an edited note said before, the newest earlier text first; an empty array if it was never edited.',
    params: oneNoteParams,
    status: 200,
    reply: z.array(noteVersion),
    failures: ['not-found'],
  }),
  recordExport: endpoint({
    method: 'POST',
    path: '/clients/:id/notes/exports',
    access: 'notes:export',
    summary: 'Record that the notes report leaves the portal',
    description:
      'Called by the report screen before it prints or makes the PDF, so that the audit trail tells who took the notes out of the portal.',
    params: noteParams,
    body: z.object({
      kind: z
        .enum(['pdf', 'print'], { error: 'A report is printed or made a PDF' })
        .check(z.describe('How it leaves')),
      count: z
        .int({ error: 'The count is a whole number' })
        .check(z.nonnegative(), z.meta({ description: 'How many notes it holds', examples: [12] })),
    }),
    status: 204,
    failures: ['invalid-input', 'not-found'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/clients/:id/notes',
    access: 'notes:add',
    summary: 'Add a weekly note',
    description:
      'Only `text` is read. The author is the person who is signed in and the date comes from the server’s clock, whatever else the body says.',
    params: noteParams,
    body: newNote,
    bodyLimit: noteBodyLimit,
    idempotent: true,
    status: 201,
    reply: note,
    failures: ['invalid-input', 'not-found'],
  }),
}
