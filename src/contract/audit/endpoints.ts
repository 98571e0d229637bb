import * as z from 'zod/mini'
import { roles } from '../access/roles.ts'
import { described, text, textOrNull, timestamp, timestampOrNull, yesOrNo } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { recordIdLimit, searchLimit } from '../lengths.ts'
import { instantRange, pageInBody, pageQuery, rejectSearchInQuery, searchText } from '../lists.ts'
import { personEmailOrNull, personNameOrNull, recordId } from '../record.ts'
import { maxLength } from '../text.ts'

/** Who did something: an employee, even one who has since been deleted. */
const actor = z.object({
  id: recordId('employee'),
  name: personNameOrNull('“First last”; null once an operator has purged the record'),
  email: personEmailOrNull('Current email address; null once an operator has purged the record'),
  role: textOrNull('The role at that time', 'manager'),
})

/** One row of the audit trail: ids, names, field names and roles, never what else a record says. */
const trailRow = z.object({
  id: text('Number of the row', '4711'),
  at: timestamp('When it happened'),
  actor: described(
    z.nullable(actor),
    'Who did it; null for visitors, for the program itself and for the operator’s commands',
  ),
  action: text('What was done, such as `edited`', 'edited'),
  kind: text('What kind of record it was done to, such as `client`', 'client'),
  recordId: textOrNull(
    'Id of that record; null if there is none, as for a list',
    '5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30',
  ),
  clientId: textOrNull('Id of the note’s client, also for a denied call about a note; otherwise null'),
  names: described(
    z.record(z.string(), z.string()),
    '“First last” of the clients and employees, deleted ones included until an operator purges them, and the recipients of the record packets, whose ids are in `recordId`, `clientId` or `filter`, by id',
    { '5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30': 'Hodan Warsame' },
  ),
  fields: described(
    z.array(z.string()),
    'The fields that were changed or read; for a denied call, the missing permission',
  ),
  filter: described(z.array(z.string()), 'The filters of a list'),
  records: described(
    z.array(z.string()),
    'Ids of the records that a page or a search showed; empty for all other rows',
  ),
  count: described(
    z.nullable(z.int()),
    'The number of records, if the row is about more than one; otherwise null',
  ),
  role: described(
    z.nullable(z.object({ from: z.enum(roles), to: z.enum(roles) })),
    'For a role change: the old and the new role',
  ),
  backup: timestampOrNull('When the backup was made, if one was made or restored; otherwise null'),
  operator: textOrNull('The account on the server that made or restored a backup; otherwise null', 'root'),
  sessionId: textOrNull('The session in which it was done; null if nobody was signed in'),
  network: textOrNull(
    'A keyed hash of the network from which it was done, the same for all rows from that network; null if no request did it',
    'tR0aQe2c0kXnB1mV7zJd5sYpLw8hGfUi3oNx6yKqE9A',
  ),
  requestId: textOrNull(
    'The id that the answer had in `X-Request-Id` and that the log has; null if no request did it',
  ),
})

export type TrailRow = z.output<typeof trailRow>

const auditPage = z.object({
  items: described(z.array(trailRow), 'The rows of this page'),
  nextCursor: textOrNull('Pass as `cursor` for older rows; null at the end'),
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
  record: described(filterId, 'Id of the record; for a client, rows about their notes are included'),
  actor: described(filterId, 'Id of the employee who did it'),
  ...instantRange({ from: 'At this instant or later', before: 'Before this instant' }),
}

const filtersInBody = {
  search: searchText(
    'Words from the name or email address of the employee who did it, in any order, ignoring case and accents',
  ),
  ...filters,
  changesOnly: described(
    z.optional(z.boolean()),
    'Without views, prints, downloads, denied calls, sign-ins and notices: what changed a record or an account',
  ),
}

const personKinds = ['client', 'employee'] as const

/** Whom the trail may have rows about: deleted ones, too, until an operator purges them. */
const trailPerson = z.object({
  kind: z.enum(personKinds),
  id: recordId('client'),
  name: text('“First last”', 'Hodan Warsame'),
  dateOfBirth: textOrNull('Birth date of a client, YYYY-MM-DD; otherwise null'),
  email: textOrNull('Email address of an employee; otherwise null'),
  isDeleted: yesOrNo('Whether the record was deleted'),
})

export type TrailPerson = z.output<typeof trailPerson>

const cursor = described(
  z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'This is not a cursor'))),
  'Where the page begins: `nextCursor` of the previous page',
)

export const auditEndpoints = {
  list: endpoint('GET /audit', {
    access: 'audit:read',
    summary: 'Read the audit trail',
    description:
      'Returns who did what to which record, newest first, in pages of 50 rows unless `limit` says otherwise. Rows hold ids and field names, the names of clients and employees and to whom a record was given, never what else a record says. Reading the trail also adds a row to it.',
    query: z.object({
      search: rejectSearchInQuery('/audit/search'),
      ...filters,
      ...pageQuery('rows'),
      cursor,
    }),
    reply: auditPage,
  }),
  search: endpoint('POST /audit/search', {
    access: 'audit:read',
    summary: 'Search the audit trail',
    description:
      'Returns the same rows, with two more filters. Every word of `search` must be part of the employee’s name or email address, in any order.',
    body: z.strictObject({ ...filtersInBody, ...pageInBody('rows'), cursor }),
    reply: auditPage,
  }),
  people: endpoint('POST /audit/people', {
    access: 'audit:read',
    summary: 'Look up a client or employee for the audit trail',
    description:
      'Returns clients and employees whose name contains every word, at most 20, to filter the trail by their id. Deleted ones are included and come last. A full id finds its owner; an employee is also found by the email address.',
    body: z.strictObject({
      search: described(
        z
          .string({ error: 'Enter a name' })
          .check(
            z.trim(),
            z.minLength(1, 'Enter a name'),
            ...maxLength(searchLimit, `The search text can have at most ${searchLimit} characters`),
          ),
        'Words from the name, in any order, or a full id',
        'hodan',
      ),
      kind: described(
        z.optional(z.enum(personKinds, { error: 'Choose client or employee' })),
        'Only clients, or only employees',
      ),
    }),
    reply: z.object({
      items: described(z.array(trailPerson), 'The clients and employees found'),
      hasMore: yesOrNo('Whether there are more than these'),
    }),
  }),
  exportCsv: endpoint('POST /audit/export', {
    access: 'audit:export',
    confirmedBy: 'everyone',
    summary: 'Download the audit trail as a CSV file',
    description:
      'Returns all rows that a search with the same body finds, newest first: UTF-8 with a byte order mark, every value quoted, lines ending with CRLF. A value that a spreadsheet would run as a formula begins with an apostrophe. Above 2,000 rows, an employee can make one such call at a time and ten an hour, counted together with the lists of all clients. The download is recorded in the audit trail before the first byte; if it fails in the middle, the connection is closed.',
    body: z.strictObject(filtersInBody),
    file: 'csv',
    reply: text('The file', '\uFEFF"Row","When (UTC)"\r\n"4711","2026-03-05T14:00:00.000Z"\r\n'),
    failures: ['too-many-requests'],
  }),
}
