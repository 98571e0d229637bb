import * as z from 'zod/mini'
import { described, describedBy, text, wholeNumber, yesOrNo } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import {
  instant,
  longestHistory,
  maxCount,
  pageOf,
  pageQuery,
  rejectSearchInQuery,
  requiredPageInBody,
  searchText,
} from '../lists.ts'
import { recordId } from '../record.ts'
import { calendarDate, maxLength, tooLong } from '../text.ts'
import { clientFields } from './fields.ts'
import {
  assignment,
  client,
  clientAssignment,
  clientEdit,
  clientFieldErrors,
  clientInput,
  clientListItem,
  clientSorts,
  similarClient,
  statusChange,
} from './schema.ts'
import { clientStatuses, dashboardRanges, unknownStatus } from './statuses.ts'

const clientParams = z.object({
  id: recordId('client'),
})

const clientPage = z.extend(
  pageOf(clientListItem, 'clients', `How many clients match on all pages, counted up to ${maxCount}`),
  { totalIsMinimum: yesOrNo(`Whether more than ${maxCount} match`) },
)

const status = described(
  z.optional(z.enum([...clientStatuses, unknownStatus], { error: 'Unknown status' })),
  'Only clients with this status; Unknown finds those without one',
)

export const assignedTo = described(
  z.optional(z.string().check(...maxLength(100, 'Unknown employee'))),
  'Only clients assigned to this employee (an id), to the caller (`me`) or to nobody (`nobody`)',
  'me',
)

const movedIn = (when: string) =>
  z.optional(
    calendarDate({
      required: 'Choose a date',
      invalid: 'Enter a valid date, 1900 or later',
      description: `Only clients who moved into a home with a lease or with Housing Support ${when}, and had none the day before`,
      example: '2026-01-01',
    }),
  )

/** The search is sent in the body to keep names out of addresses. */
const clientFilter = {
  search: searchText(
    'Words from the first, last or preferred name, in any order, ignoring case, accents, apostrophes and hyphens; or part of the phone number; or all 8 digits of the PMI; or a birth date, also after a name, of either century if its year has two digits; or a name and a year of birth',
  ),
  status,
  assignedTo,
  withoutNoteThisWeek: described(
    z.optional(z.boolean()),
    'Only active clients without a weekly note for this week, which begins on Monday in the organization’s time zone. A note counts for its day of service or, without one, for the day it was written; a correction counts for no week. The client who has gone longest without one comes first',
  ),
  createdSince: described(z.optional(instant), 'Only clients added at or after this instant'),
  movedInFrom: movedIn('on or after this day'),
  movedInTo: movedIn('up to this day'),
  sort: described(
    z.optional(z.enum(clientSorts, { error: 'This sort order does not exist' })),
    'What to order by; `-` reverses it. By default by name, which means last name, first name and id. Statuses are ordered by their names, and clients with the same status by name. Clients without a status, and by last note those without a note, come last in both directions',
  ),
}

const clientSearch = z.object({
  ...clientFilter,
  ...requiredPageInBody('clients'),
})

const similarName = (field: { label: string; max: number; example: string }) =>
  z.string().check(z.trim(), ...maxLength(field.max, tooLong(field.label, field.max)), describedBy(field))

export const clientEndpoints = {
  list: endpoint('GET /clients', {
    access: 'clients:read',
    summary: 'List clients',
    description:
      'Returns all clients as one array, ordered by last name, first name and id. Above 2,000 clients, an employee can make one such call at a time and ten an hour. With `limit` it returns one page instead, as the search does.',
    query: z.object({ search: rejectSearchInQuery('/clients/search'), status, ...pageQuery('clients') }),
    reply: z.union([z.array(client), clientPage]),
    failures: ['too-many-requests'],
  }),
  search: endpoint('POST /clients/search', {
    access: 'clients:read',
    summary: 'Search clients',
    description:
      'Returns a page of the matching clients, the total number of matches, and the cursor of the next page. Matches are counted up to 10,000; if there are more, `totalIsMinimum` is true.',
    body: clientSearch,
    reply: z.extend(clientPage, {
      similar: described(
        z.optional(z.array(clientListItem)),
        'Only if a search text matches nothing: clients with similar names, at most 10, the most similar first',
      ),
    }),
  }),
  exportCsv: endpoint('POST /clients/export', {
    access: 'clients:export',
    confirmedBy: 'everyone',
    summary: 'Download clients as a CSV file',
    description:
      'Returns all clients that a search with the same body finds, in its order, as a file that `ops import` accepts: UTF-8 with a byte order mark, every value quoted, lines ending with CRLF. A value that a spreadsheet would run as a formula begins with an apostrophe, which the import removes. Above 2,000 clients, an employee can make one such call at a time and ten an hour, counted together with those for the list of all clients. The download is recorded in the audit trail before the first byte; if it fails in the middle, the connection is closed.',
    body: z.object(clientFilter),
    file: 'csv',
    reply: text('The file', '\uFEFF"First Name","Last Name"\r\n"Hodan","Warsame"\r\n'),
    failures: ['too-many-requests'],
  }),
  summary: endpoint('GET /clients/summary', {
    access: 'clients:read',
    summary: 'Count clients by status',
    description:
      'Counts all clients, or those added in the last 30 or 7 times 24 hours. `Unknown` counts the clients without a status.',
    query: z.object({
      range: described(
        z._default(z.enum(dashboardRanges, { error: 'Unknown range' }), 'all'),
        'Which clients to count, by when they were added',
      ),
      assignedTo,
    }),
    reply: z.object({
      range: described(z.enum(dashboardRanges), 'The requested range'),
      total: wholeNumber('The number of clients in that range'),
      counts: z.object({
        active: z.int(),
        inactive: z.int(),
        pending: z.int(),
        discharged: z.int(),
        Unknown: z.int(),
      }),
    }),
  }),
  similar: endpoint('POST /clients/similar', {
    access: 'clients:read',
    summary: 'Find clients who may be the same person',
    description:
      'Returns clients with the same PMI, then clients with the same birth date and a similar name, to check before a client is added twice. Names are compared without case and accents, also with first and last name swapped. This is only a warning: the client can still be added.',
    body: z.object({
      firstName: similarName(clientFields.firstName),
      lastName: similarName(clientFields.lastName),
      dateOfBirth: calendarDate({ ...clientFields.dateOfBirth, description: 'Calendar date, YYYY-MM-DD' }),
      pmi: clientInput.shape.pmi,
    }),
    reply: z.array(similarClient),
  }),
  nextWithoutNote: endpoint('GET /clients/:id/next-without-note', {
    access: 'clients:read',
    summary: 'Find the next client without a note this week',
    description:
      'Returns the client who comes after this one among the active clients without a weekly note for this week, the longest without one first, and that client’s place among the others. After the last of them comes the first. The client in the address need not be one of them, and is not counted. `after` goes on from another client, who was skipped.',
    params: clientParams,
    query: z.object({
      assignedTo,
      after: described(z.optional(z.string().check(...maxLength(100, 'Unknown client'))), 'Id of a client'),
    }),
    reply: z.object({
      next: described(z.nullable(clientListItem), 'Null if there is no other client without a note'),
      place: described(
        z.nullable(z.int()),
        'Which of these clients the next one is, counted from 1; null if there is none',
        3,
      ),
      total: wholeNumber('How many other active clients have no note for this week'),
    }),
    failures: ['not-found'],
  }),
  get: endpoint('GET /clients/:id', {
    access: 'clients:read',
    summary: 'Read a client',
    description:
      'Returns one client. An unknown id, or that of a deleted client, is `not-found`. Each call leaves a row in the audit trail.',
    params: clientParams,
    reply: client,
    failures: ['not-found'],
  }),
  add: endpoint('POST /clients', {
    access: 'clients:add',
    summary: 'Add a client',
    description:
      'Adds a client and returns the stored record, with its id and version 1. White space around texts is removed; the time comes from the server’s clock. An employee may leave the client unassigned or take the client themselves.',
    body: clientInput,
    bodyRules: clientFieldErrors,
    idempotent: true,
    status: 201,
    reply: client,
  }),
  edit: endpoint('PUT /clients/:id', {
    access: 'clients:edit',
    summary: 'Change a client',
    description:
      'Replaces the editable fields and returns the record. With `version`, an edit based on an older record gets 409 with the newer one in `current`, and nothing is changed. A changed status adds a row to the status history. With the same status, `statusOn` and `statusReason` complete its newest row where they are missing there, and change nothing that is in it. An employee may only take an unassigned client or give up their own. With another worker, the open follow-ups that the former one has about the client move as well.',
    params: clientParams,
    body: clientEdit,
    bodyRules: clientFieldErrors,
    reply: client,
    failures: ['not-found', 'version-conflict'],
  }),
  statusHistory: endpoint('GET /clients/:id/status-history', {
    access: 'clients:read',
    summary: 'Read how a client’s status changed',
    description: `Returns the changes of the client’s status, newest first, ${longestHistory} at most. The first of all is the status at intake. The record packet has all of them.`,
    params: clientParams,
    reply: z.array(statusChange),
    failures: ['not-found'],
  }),
  assignments: endpoint('GET /clients/:id/assignments', {
    access: 'clients:read',
    summary: 'Read who was responsible for a client',
    description: `Returns the periods in which an employee was responsible for the client, newest first, ${longestHistory} at most.`,
    params: clientParams,
    reply: z.array(assignment),
    failures: ['not-found'],
  }),
  recordPrint: endpoint('POST /clients/:id/prints', {
    access: 'clients:read',
    summary: 'Record that a client was printed',
    description:
      'Called by the portal when client details, signed documents or the notes panel are printed, so that the audit trail shows who did it.',
    params: clientParams,
    body: z.object({
      screen: described(
        z.enum(['details', 'papers', 'notes'], { error: 'Client details, papers or notes are printed' }),
        'What was printed: client details, signed documents or the notes panel',
      ),
    }),
    failures: ['not-found'],
  }),
  assign: endpoint('POST /clients/assign', {
    access: 'clients:assign',
    summary: 'Assign several clients',
    description:
      'Assigns all of these clients, or none. If any has been changed or deleted, the call gets 409 with the ids of those in `clients`. Clients who have that worker already stay as they are. With `followUps`, the open follow-ups of the former worker about these clients move as well.',
    body: clientAssignment,
    slow: true,
    reply: z.object({
      clients: wholeNumber('How many clients were assigned', 12),
      unchanged: wholeNumber('How many had that worker already', 0),
      followUps: wholeNumber('How many open follow-ups were moved', 1),
      followUpIds: described(z.array(recordId('follow-up')), 'Which ones'),
    }),
    failures: ['version-conflict'],
  }),
  remove: endpoint('DELETE /clients/:id', {
    access: 'clients:delete',
    confirmedBy: 'two-step',
    summary: 'Delete a client',
    description:
      'Removes the client and their notes from every list and every call. The response has no body. A super-admin or the operator of this server can restore the client.',
    params: clientParams,
    failures: ['not-found'],
  }),
}
