import { exampleClient } from '../clients/example.ts'
import type { DocumentationOf } from '../endpoint.ts'
import type { noteEndpoints } from './endpoints.ts'

const exampleText = 'Toured two apartments near the light rail. Hodan liked the second one.'
const noteId = 'c8a4d2f6-13e7-4b09-a5d1-6e2f90b74c18'

const exampleNote = {
  _id: noteId,
  id: noteId,
  clientId: exampleClient.id,
  text: exampleText,
  author: 'amina.warsame@example.org',
  date: '2026-03-06T19:30:00.000Z',
  createdAt: '2026-03-06T19:30:00.000Z',
  editedAt: null,
  editedBy: null,
  version: 1,
} as const

/** What the API page says of each call, apart from what the portal loads. */
export const noteDocumentation = {
  list: {
    description: 'Answers all notes of the client as one array, the newest first.',
    example: { params: { id: exampleClient.id }, reply: [exampleNote] },
  },
  add: {
    description:
      'Only `text` is read. The author is the person who is signed in and the date comes from the server’s clock, whatever else the body says.',
    example: { params: { id: exampleClient.id }, body: { text: exampleText }, reply: exampleNote },
  },
} satisfies DocumentationOf<typeof noteEndpoints>
