import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { note, noteInput } from './schema.ts'

const noteParams = z.object({ id: z.string().check(z.describe('Id of the client')) })

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
    status: 200,
    reply: z.array(note),
    failures: ['not-found'],
  }),
  /** §7: only `text` is read; author and date are the session's and the server's (decision 11). */
  add: endpoint({
    method: 'POST',
    path: '/clients/:id/notes',
    access: 'notes:add',
    summary: 'Add a weekly note',
    params: noteParams,
    body: noteInput,
    bodyLimit: noteBodyLimit,
    status: 201,
    reply: note,
    failures: ['invalid-input', 'not-found'],
  }),
}
