import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { newNote, note, noteEdit, noteVersion } from './schema.ts'

const noteParams = z.object({ id: z.string().check(z.describe('Id of the client')) })

const oneNoteParams = z.extend(noteParams, { noteId: z.string().check(z.describe('Id of the note')) })

const notePage = pageOf(note, {
  items: 'The notes of this page',
  total: 'How many notes the client has',
  nextCursor: 'Pass as `cursor` for older notes; null at the end',
})

export type NotePage = z.output<typeof notePage>

/** A note of 10,000 characters is at most 120 kB when every one is escaped. */
const noteBodyLimit = 256 * 1024

export const noteEndpoints = {
  /** §7: all living notes of the client, newest first (decision 37). */
  list: endpoint({
    method: 'GET',
    path: '/clients/:id/notes',
    access: 'notes:read',
    summary: 'List the weekly notes of a client',
    params: noteParams,
    query: z.object(pageQuery('notes')),
    status: 200,
    reply: z.union([z.array(note), notePage]),
    failures: ['invalid-input', 'not-found'],
  }),
  /** Decisions 9, 10, 17: the note rule decides; the earlier text is kept. */
  edit: endpoint({
    method: 'PUT',
    path: '/clients/:id/notes/:noteId',
    access: 'notes:change',
    summary: 'Edit a weekly note',
    params: oneNoteParams,
    body: noteEdit,
    bodyLimit: noteBodyLimit,
    status: 200,
    reply: note,
    failures: ['invalid-input', 'not-found', 'version-conflict'],
  }),
  /** Decisions 9, 10, 18: the note rule decides; the row stays for the operator's commands. */
  remove: endpoint({
    method: 'DELETE',
    path: '/clients/:id/notes/:noteId',
    access: 'notes:change',
    summary: 'Delete a weekly note',
    params: oneNoteParams,
    status: 204,
    failures: ['not-found'],
  }),
  /** Decisions 10, 37: the earlier texts, the newest of them first. */
  versions: endpoint({
    method: 'GET',
    path: '/clients/:id/notes/:noteId/versions',
    access: 'notes:read-versions',
    summary: 'Read the earlier texts of a weekly note',
    params: oneNoteParams,
    status: 200,
    reply: z.array(noteVersion),
    failures: ['not-found'],
  }),
  /** Decision 61: leaves the audit row of a report that was printed or downloaded. */
  recordExport: endpoint({
    method: 'POST',
    path: '/clients/:id/notes/exports',
    access: 'notes:export',
    summary: 'Record that the notes report leaves the portal',
    params: noteParams,
    body: z.object({
      kind: z
        .enum(['pdf', 'print'], { error: 'A report is printed or made a PDF' })
        .check(z.describe('How it leaves')),
      count: z
        .int({ error: 'The count is a whole number' })
        .check(z.nonnegative(), z.describe('How many notes it holds')),
    }),
    status: 204,
    failures: ['invalid-input', 'not-found'],
  }),
  /** §7: only `text` is read; author and date are the session's and the server's (decision 11). */
  add: endpoint({
    method: 'POST',
    path: '/clients/:id/notes',
    access: 'notes:add',
    summary: 'Add a weekly note',
    params: noteParams,
    body: newNote,
    bodyLimit: noteBodyLimit,
    status: 201,
    reply: note,
    failures: ['invalid-input', 'not-found'],
  }),
}
