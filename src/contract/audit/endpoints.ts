import * as z from 'zod/mini'
import { roles } from '../access/roles.ts'
import { endpoint } from '../endpoint.ts'
import { recordIdLimit, searchLimit } from '../lengths.ts'
import { instantRange, pageInBody, pageQuery, rejectSearchInQuery, searchText } from '../lists.ts'
import { recordId } from '../record.ts'
import { maxLength } from '../text.ts'

/** Who did something: an employee, even one who has since been deleted. */
const actor = z.object({
  id: recordId('employee'),
  name: z.nullable(z.string()).check(
    z.meta({
      description: '“First last”; null once an operator has purged the record',
      examples: ['Amina Warsame'],
    }),
  ),
  email: z.nullable(z.string()).check(
    z.meta({
      description: 'Current email address; null once an operator has purged the record',
      examples: ['amina.warsame@example.org'],
    }),
  ),
  role: z.nullable(z.string()).check(z.meta({ description: 'The role at that time', examples: ['manager'] })),
})

/** One row of the audit trail: ids, field names and roles, never what a record says. */
const trailRow = z.object({
  id: z.string().check(z.meta({ description: 'Number of the row', examples: ['4711'] })),
  at: z.iso.datetime().check(z.describe('When it happened')),
  actor: z
    .nullable(actor)
    .check(
      z.describe('Who did it; null for visitors, for the program itself and for the operator’s commands'),
    ),
  action: z.string().check(z.meta({ description: 'What was done, such as `edited`', examples: ['edited'] })),
  kind: z
    .string()
    .check(
      z.meta({ description: 'What kind of record it was done to, such as `client`', examples: ['client'] }),
    ),
  recordId: z.nullable(z.string()).check(
    z.meta({
      description: 'Id of that record; null if there is none, as for a list',
      examples: ['5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30'],
    }),
  ),
  employee: z
    .nullable(z.string())
    .check(z.describe('“First last” if the record is an employee; otherwise null')),
  clientId: z
    .nullable(z.string())
    .check(z.describe('Id of the note’s client, also for a denied call about a note; otherwise null')),
  fields: z
    .array(z.string())
    .check(z.describe('The fields that were changed or read; for a denied call, the missing permission')),
  filter: z.array(z.string()).check(z.describe('The filters of a list')),
  records: z
    .array(z.string())
    .check(z.describe('Ids of the records that a page or a search showed; empty for all other rows')),
  count: z
    .nullable(z.int())
    .check(z.describe('The number of records, if the row is about more than one; otherwise null')),
  role: z
    .nullable(z.object({ from: z.enum(roles), to: z.enum(roles) }))
    .check(z.describe('For a role change: the old and the new role')),
  backup: z
    .nullable(z.iso.datetime())
    .check(z.describe('When the backup was made, if one was made or restored; otherwise null')),
  operator: z.nullable(z.string()).check(
    z.meta({
      description: 'The account on the server that made or restored a backup; otherwise null',
      examples: ['root'],
    }),
  ),
  sessionId: z
    .nullable(z.string())
    .check(z.describe('The session in which it was done; null if nobody was signed in')),
  network: z.nullable(z.string()).check(
    z.meta({
      description:
        'A keyed hash of the network from which it was done, the same for all rows from that network; null if no request did it',
      examples: ['tR0aQe2c0kXnB1mV7zJd5sYpLw8hGfUi3oNx6yKqE9A'],
    }),
  ),
  requestId: z
    .nullable(z.string())
    .check(
      z.describe(
        'The id that the answer had in `X-Request-Id` and that the log has; null if no request did it',
      ),
    ),
})

export type TrailRow = z.output<typeof trailRow>

const auditPage = z.object({
  items: z.array(trailRow).check(z.describe('The rows of this page')),
  nextCursor: z.nullable(z.string()).check(z.describe('Pass as `cursor` for older rows; null at the end')),
})

export type AuditPage = z.output<typeof auditPage>

const filterId = z.optional(
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      ...maxLength(recordIdLimit, `An id has at most ${recordIdLimit} characters`),
    ),
)

const filters = {
  record: filterId.check(z.describe('Id of the record; for a client, rows about their notes are included')),
  actor: filterId.check(z.describe('Id of the employee who did it')),
  ...instantRange({ from: 'At this instant or later', before: 'Before this instant' }),
}

const filtersInBody = {
  search: searchText(
    'Words from the name or email address of the employee who did it, in any order, ignoring case and accents',
  ),
  ...filters,
  changesOnly: z
    .optional(z.boolean())
    .check(
      z.describe(
        'Without views, prints, downloads, denied calls, sign-ins and notices: what changed a record or an account',
      ),
    ),
}

const personKinds = ['client', 'employee'] as const

/** Whom the trail may have rows about: deleted ones, too, until an operator purges them. */
const trailPerson = z.object({
  kind: z.enum(personKinds),
  id: recordId('client'),
  name: z.string().check(z.meta({ description: '“First last”', examples: ['Hodan Warsame'] })),
  dateOfBirth: z.nullable(z.string()).check(z.describe('Birth date of a client, YYYY-MM-DD; otherwise null')),
  email: z.nullable(z.string()).check(z.describe('Email address of an employee; otherwise null')),
  isDeleted: z.boolean().check(z.describe('Whether the record was deleted')),
})

export type TrailPerson = z.output<typeof trailPerson>

const cursor = z
  .optional(z.string().check(z.regex(/^\d{1,15}$/, 'This is not a cursor')))
  .check(z.describe('Where the page begins: `nextCursor` of the previous page'))

const searchPath = '/audit/search'

export const auditEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    access: 'audit:read',
    summary: 'Read the audit trail',
    description:
      'Returns who did what to which record, newest first, in pages of 50 rows unless `limit` says otherwise. Rows hold ids and field names, never the contents of a record; only employees are named. Reading the trail also adds a row to it.',
    query: z.object({ search: rejectSearchInQuery(searchPath), ...filters, ...pageQuery('rows'), cursor }),
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
      'Returns the same rows, with two more filters. Every word of `search` must be part of the employee’s name or email address, in any order.',
    body: z.strictObject({ ...filtersInBody, ...pageInBody('rows'), cursor }),
    status: 200,
    reply: auditPage,
    failures: ['invalid-input'],
  }),
  people: endpoint({
    method: 'POST',
    path: '/audit/people',
    access: 'audit:read',
    summary: 'Look up a client or employee for the audit trail',
    description:
      'Returns clients and employees whose name contains every word, at most 20, to filter the trail by their id. Deleted ones are included and come last. A full id finds its owner; an employee is also found by the email address.',
    body: z.strictObject({
      search: z
        .string({ error: 'Enter a name' })
        .check(
          z.trim(),
          z.minLength(1, 'Enter a name'),
          ...maxLength(searchLimit, `Search for at most ${searchLimit} characters`),
          z.meta({ description: 'Words from the name, in any order, or a full id', examples: ['hodan'] }),
        ),
      kind: z
        .optional(z.enum(personKinds, { error: 'Choose client or employee' }))
        .check(z.describe('Only clients, or only employees')),
    }),
    status: 200,
    reply: z.object({
      items: z.array(trailPerson).check(z.describe('Whom the search finds')),
      hasMore: z.boolean().check(z.describe('Whether it finds more than these')),
    }),
    failures: ['invalid-input'],
  }),
  exportCsv: endpoint({
    method: 'POST',
    path: '/audit/export',
    access: 'audit:export',
    summary: 'Download the audit trail as a CSV file',
    description:
      'Returns all rows that a search with the same body finds, newest first: UTF-8 with a byte order mark, every value quoted, lines ending with CRLF, formulas defused. Above 2,000 rows, an employee can make one such call at a time and ten an hour, counted together with the lists of all clients. The download is recorded in the audit trail before the first byte; if it fails in the middle, the connection is closed.',
    body: z.strictObject(filtersInBody),
    file: 'csv',
    status: 200,
    reply: z.string().check(
      z.meta({
        description: 'The file',
        examples: ['\uFEFF"Row","When"\r\n"4711","2026-03-05T14:00:00.000Z"\r\n'],
      }),
    ),
    failures: ['invalid-input', 'too-many-requests', 'confirm-password'],
  }),
}
