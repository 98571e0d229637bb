import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instantRange } from '../instant-range.ts'
import { pageQuery } from '../paging.ts'
import { searchText } from '../search.ts'
import { atMost } from '../text.ts'
import { trailRow } from './schema.ts'

const auditPage = z.object({
  items: z.array(trailRow).check(z.describe('The rows of this page')),
  nextCursor: z.nullable(z.string()).check(z.describe('Pass as `cursor` for older rows; null at the end')),
})

export type AuditPage = z.output<typeof auditPage>

/** Longest id of a record, in UTF-16 code units. */
export const recordIdLimit = 100

/** A trail has no end: it is only ever read by the page. */
const auditQuery = z.object({
  search: searchText('Part of the name or the email address of who did it, blind to case and accents'),
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
  ...pageQuery('rows'),
  cursor: z
    .optional(z.string().check(z.regex(/^\d{1,15}$/, 'This is not a cursor')))
    .check(z.describe('Where the page begins: `nextCursor` of the page before')),
})

export const auditEndpoints = {
  /** Decision 58; what is read here is a row of the trail itself. */
  list: endpoint({
    method: 'GET',
    path: '/audit',
    access: 'audit:read',
    summary: 'Read the audit trail',
    query: auditQuery,
    status: 200,
    reply: auditPage,
    failures: ['invalid-input'],
  }),
}
