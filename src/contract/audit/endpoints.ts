import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instantRange } from '../instant-range.ts'
import { pageInBody, pageQuery } from '../paging.ts'
import { searchText, takenBySearch } from '../search.ts'
import { atMost } from '../text.ts'
import { trailRow } from './schema.ts'

const auditPage = z.object({
  items: z.array(trailRow).check(z.describe('The rows of this page')),
  nextCursor: z.nullable(z.string()).check(z.describe('Pass as `cursor` for older rows; null at the end')),
})

export type AuditPage = z.output<typeof auditPage>

/** Longest id of a record, in UTF-16 code units. */
export const recordIdLimit = 100

const filters = {
  record: z
    .optional(
      z
        .string()
        .check(
          z.trim(),
          z.toLowerCase(),
          ...atMost(recordIdLimit, `An id has at most ${recordIdLimit} characters`),
        ),
    )
    .check(z.describe('Id of the record that it was done to; of a client also what was done to their notes')),
  ...instantRange({ from: 'At this instant or later', before: 'Before this instant' }),
}

const cursor = z
  .optional(z.string().check(z.regex(/^\d{1,15}$/, 'This is not a cursor')))
  .check(z.describe('Where the page begins: `nextCursor` of the page before'))

const searchPath = '/audit/search'

export const auditEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    access: 'audit:read',
    summary: 'Read the audit trail',
    description:
      'Answers what happened, the newest first, always a page at a time, of 50 rows unless `limit` says otherwise: who did what to which record. Rows hold ids and field names, never what a record says; only employees are named. Reading the trail is a row of it, too.',
    query: z.object({ search: takenBySearch(searchPath), ...filters, ...pageQuery('rows'), cursor }),
    status: 200,
    reply: auditPage,
    failures: ['invalid-input'],
  }),
  search: endpoint({
    method: 'POST',
    path: searchPath,
    access: 'audit:read',
    summary: 'Search the audit trail',
    description:
      'Answers the same rows, narrowed by who did it. Every word must be part of the name or of the email address of that employee, in any order.',
    body: z.strictObject({
      search: searchText(
        'Words that are each part of the name or the email address of who did it, in any order, blind to case and accents',
      ),
      ...filters,
      ...pageInBody('rows'),
      cursor,
    }),
    status: 200,
    reply: auditPage,
    failures: ['invalid-input'],
  }),
}
