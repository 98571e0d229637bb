import type { DocumentationOf } from '../endpoint.ts'
import type { clientEndpoints } from './endpoints.ts'
import { exampleClient, exampleClientInput, exampleSimilarClient } from './example.ts'

/** What the API page says of each call, apart from what the portal loads. */
export const clientDocumentation = {
  list: {
    description:
      'Answers all clients that match as one array, ordered by last name, first name and id. With `limit` it answers a page of them instead: an object with the page’s clients, how many there are in all, and the cursor of the next page.',
    example: {
      query: { search: 'hod', status: 'active', limit: '50' },
      reply: { items: [exampleClient], total: 1, nextCursor: null },
    },
  },
  summary: {
    description:
      'Counts all clients, or those added in the last 30 or 7 times 24 hours. `Unknown` counts the clients without a status.',
    example: {
      query: { range: 'last30' },
      reply: {
        range: 'last30',
        total: 12,
        counts: { active: 7, inactive: 1, pending: 3, discharged: 0, Unknown: 1 },
      },
    },
  },
  similar: {
    description:
      'Answers clients with the same birth date and a similar name, to ask before somebody is added twice. Names are compared without case and accents, also with first and last name exchanged. It only warns: adding stays possible.',
    example: {
      query: { firstName: 'Hodan', lastName: 'Abdi', dateOfBirth: '1990-04-12' },
      reply: [exampleSimilarClient],
    },
  },
  edit: {
    description:
      'Replaces what can be edited and answers the record. With `version` an edit made from an older record is answered 409 with the newer one in `current`, and nothing is changed. A changed status adds a row to the status history.',
    example: {
      params: { id: exampleClient.id },
      body: { ...exampleClientInput, status: 'inactive', version: 1 },
      reply: { ...exampleClient, status: 'inactive', version: 2 },
    },
  },
  statusHistory: {
    description:
      'Answers every change of the client’s status, the newest first. The last row is the status at intake.',
    example: {
      params: { id: exampleClient.id },
      reply: [{ from: null, to: 'active', at: '2026-03-02T15:04:05.000Z', by: 'amina.warsame@example.org' }],
    },
  },
  get: {
    description:
      'Answers one client. An id that names nobody, or a client who has been deleted, is `not-found`. Each reading is kept in the record of who saw what.',
    example: { params: { id: exampleClient.id }, reply: exampleClient },
  },
  add: {
    description:
      'Adds a client and answers the record as it was stored, with its id and version 1. Texts are stored without white space around them; the time comes from the server’s clock.',
    example: { body: exampleClientInput, reply: exampleClient },
  },
  remove: {
    description:
      'Takes the client and all notes out of every list and every call. Nothing is answered but the status. The operator of this server can bring the client back.',
    example: { params: { id: exampleClient.id } },
  },
} satisfies DocumentationOf<typeof clientEndpoints>
