import { exampleClient } from '../clients/example.ts'
import type { DocumentationOf } from '../endpoint.ts'
import type { noteEndpoints } from './endpoints.ts'
import { noteWindowDays } from './rules.ts'

const exampleText = 'Toured two apartments near the light rail. Hodan liked the second one.'
const editedText = 'Toured two apartments near the light rail. Hodan chose the second one.'
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

const oneNote = { id: exampleClient.id, noteId }

/** What the API page says of each call, apart from what the portal loads. */
export const noteDocumentation = {
  list: {
    description:
      'Answers all notes of the client as one array, the newest first. With `limit` it answers a page of them instead: an object with the notes, how many there are in all, and the cursor of the older ones.',
    example: { params: { id: exampleClient.id }, reply: [exampleNote] },
  },
  edit: {
    description: `Replaces the text; the earlier one is kept as a version. An admin may while the note is younger than ${noteWindowDays.admin} days, a manager while it is younger than ${noteWindowDays.manager}, a super-admin always; others are answered \`not-allowed\`. A note of another client is \`not-found\`.`,
    example: {
      params: oneNote,
      body: { text: editedText, version: 1 },
      reply: {
        ...exampleNote,
        text: editedText,
        editedAt: '2026-03-07T15:00:00.000Z',
        editedBy: 'amina.warsame@example.org',
        version: 2,
      },
    },
  },
  remove: {
    description:
      'Takes the note out of every list, for whoever may edit it. The record is kept for the retention years.',
    example: { params: oneNote },
  },
  versions: {
    description:
      'Answers what an edited note said before, the newest earlier text first; an empty array if it was never edited.',
    example: {
      params: oneNote,
      reply: [{ version: 1, text: exampleText, author: exampleNote.author, at: exampleNote.createdAt }],
    },
  },
  recordExport: {
    description:
      'Called by the report screen before it prints or makes the PDF, so that the audit trail tells who took the notes out of the portal.',
    example: { params: { id: exampleClient.id }, body: { kind: 'pdf', count: 12 } },
  },
  add: {
    description:
      'Only `text` is read. The author is the person who is signed in and the date comes from the server’s clock, whatever else the body says.',
    example: { params: { id: exampleClient.id }, body: { text: exampleText }, reply: exampleNote },
  },
} satisfies DocumentationOf<typeof noteEndpoints>
