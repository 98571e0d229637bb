import type { DocumentationOf } from '../endpoint.ts'
import type { AuditPage, auditEndpoints } from './endpoints.ts'

const client = '3f2b8c1e-6a4d-4f09-9d5c-0a7e1b2c3d4e'

const reply: AuditPage = {
  items: [
    {
      id: '4711',
      at: '2026-03-02T15:04:05.000Z',
      actor: { id: '0b7e6c1d-2f84-4f5a-8a39-c1d5e07b9a42', name: 'Amina Warsame', role: 'manager' },
      action: 'edited',
      kind: 'client',
      recordId: client,
      employee: null,
      clientId: null,
      fields: ['phone', 'address'],
      filter: [],
      count: null,
      role: null,
    },
  ],
  nextCursor: '4711',
}

/** What the API page says of each call, apart from what the portal loads. */
export const auditDocumentation = {
  list: {
    description:
      'Answers what happened, the newest first, always a page at a time, of 50 rows unless `limit` says otherwise: who did what to which record. Rows hold ids and field names, never what a record says; only employees are named. Reading the trail is a row of it, too.',
    example: { query: { record: client, from: '2026-03-01T06:00:00Z' }, reply },
  },
  search: {
    description:
      'Answers the same rows, narrowed by who did it. Every word must be part of the name or of the email address of that employee, in any order.',
    example: { body: { search: 'amina', from: '2026-03-01T06:00:00Z', limit: 50 }, reply },
  },
} satisfies DocumentationOf<typeof auditEndpoints>
