import * as z from 'zod/mini'
import { calendarDate } from '../calendar-date.ts'
import { endpoint } from '../endpoint.ts'
import {
  countedAtMost,
  instant,
  pageInBody,
  pageLimit,
  pageOf,
  pageQuery,
  searchText,
  takenBySearch,
} from '../lists.ts'
import { recordId } from '../record.ts'
import { atMost, described, tooLong } from '../text.ts'
import { clientFields } from './fields.ts'
import {
  client,
  clientEdit,
  clientFieldErrors,
  clientInput,
  clientListItem,
  clientSorts,
  similarClient,
  statusChange,
} from './schema.ts'
import { clientStatuses, unknownStatus } from './statuses.ts'

const clientParams = z.object({
  id: recordId('client'),
})

const clientPage = z.extend(
  pageOf(clientListItem, {
    items: 'The clients of this page',
    total: `How many clients match, on all pages; counted to ${countedAtMost}`,
    nextCursor: 'Pass as `cursor` for the next page; null on the last one',
  }),
  { totalIsMinimum: z.boolean().check(z.describe(`Whether more than ${countedAtMost} match`)) },
)

const searchPath = '/clients/search'

const status = z
  .optional(z.enum([...clientStatuses, unknownStatus], { error: 'There is no such status' }))
  .check(z.describe('Only clients with this status; Unknown finds those without one'))

/** What was typed is in the body, so that no name is ever in an address. */
const clientSearch = z.object({
  search: searchText(
    'Words that are part of the first or last name, in any order, blind to case, accents, apostrophes and hyphens; or a part of the phone number; or a birth date',
  ),
  status,
  withoutNoteThisWeek: z
    .optional(z.boolean())
    .check(
      z.describe(
        'Only active clients without a weekly note since Monday, in the organization’s time zone; those without one for the longest time come first',
      ),
    ),
  createdSince: z.optional(instant).check(z.describe('Only clients added at or after this instant')),
  sort: z
    .optional(z.enum(clientSorts, { error: 'This sort order does not exist' }))
    .check(z.describe('By name is last name, first name, id; by creation the oldest record comes first')),
  limit: pageLimit('clients').check(
    z.meta({ description: 'How many clients a page has, 1 to 200', examples: [50] }),
  ),
  cursor: pageInBody('clients').cursor,
})

const similarName = (field: { label: string; max: number; example: string }) =>
  z.string().check(z.trim(), ...atMost(field.max, tooLong(field.label, field.max)), described(field))

/** All clients, or those added in the last 30 or 7 days. */
export const dashboardRanges = ['all', 'last30', 'last7'] as const

export const clientEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/clients',
    access: 'clients:read',
    summary: 'List clients',
    description:
      'Returns all clients as one array, ordered by last name, first name and id. With `limit` it returns one page instead, as the search does.',
    query: z.object({ search: takenBySearch(searchPath), status, ...pageQuery('clients') }),
    status: 200,
    reply: z.union([z.array(client), clientPage]),
    failures: ['invalid-input'],
  }),
  search: endpoint({
    method: 'POST',
    path: searchPath,
    access: 'clients:read',
    summary: 'Search clients',
    description:
      'Returns a page of the clients that match, how many match in all, and the cursor of the next page. They are counted to 10,000; where more match, `totalIsMinimum` is true.',
    body: clientSearch,
    status: 200,
    reply: clientPage,
    failures: ['invalid-input'],
  }),
  summary: endpoint({
    method: 'GET',
    path: '/clients/summary',
    access: 'clients:read',
    summary: 'Count clients by status',
    description:
      'Counts all clients, or those added in the last 30 or 7 times 24 hours. `Unknown` counts the clients without a status.',
    query: z.object({
      range: z
        ._default(z.enum(dashboardRanges, { error: 'There is no such range' }), 'all')
        .check(z.describe('Which clients count, by the time they were added')),
    }),
    status: 200,
    reply: z.object({
      range: z.enum(dashboardRanges).check(z.describe('The range that was asked for')),
      total: z.int().check(z.describe('How many clients that are')),
      counts: z.object({
        active: z.int(),
        inactive: z.int(),
        pending: z.int(),
        discharged: z.int(),
        Unknown: z.int(),
      }),
    }),
    failures: ['invalid-input'],
  }),
  similar: endpoint({
    method: 'POST',
    path: '/clients/similar',
    access: 'clients:read',
    summary: 'Find clients who may be the same person',
    description:
      'Returns clients with the same birth date and a similar name, to ask before somebody is added twice. Names are compared without case and accents, also with first and last name exchanged. It only warns: adding stays possible.',
    body: z.object({
      firstName: similarName(clientFields.firstName),
      lastName: similarName(clientFields.lastName),
      dateOfBirth: calendarDate({ ...clientFields.dateOfBirth, description: 'Calendar date, YYYY-MM-DD' }),
    }),
    status: 200,
    reply: z.array(similarClient),
    failures: ['invalid-input'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/clients/:id',
    access: 'clients:read',
    summary: 'Read a client',
    description:
      'Returns one client. An id that names nobody, or a client who has been deleted, is `not-found`. Each reading is kept in the record of who saw what.',
    params: clientParams,
    status: 200,
    reply: client,
    failures: ['not-found'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/clients',
    access: 'clients:add',
    summary: 'Add a client',
    description:
      'Adds a client and answers the record as it was stored, with its id and version 1. Texts are stored without white space around them; the time comes from the server’s clock.',
    body: clientInput,
    bodyRules: clientFieldErrors,
    idempotent: true,
    status: 201,
    reply: client,
    failures: ['invalid-input'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/clients/:id',
    access: 'clients:edit',
    summary: 'Change a client',
    description:
      'Replaces what can be edited and answers the record. With `version` an edit made from an older record is answered 409 with the newer one in `current`, and nothing is changed. A changed status adds a row to the status history.',
    params: clientParams,
    body: clientEdit,
    bodyRules: clientFieldErrors,
    status: 200,
    reply: client,
    failures: ['invalid-input', 'not-found', 'version-conflict'],
  }),
  statusHistory: endpoint({
    method: 'GET',
    path: '/clients/:id/status-history',
    access: 'clients:read',
    summary: 'Read how a client’s status changed',
    description:
      'Returns every change of the client’s status, the newest first. The last row is the status at intake.',
    params: clientParams,
    status: 200,
    reply: z.array(statusChange),
    failures: ['not-found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/clients/:id',
    access: 'clients:delete',
    summary: 'Delete a client',
    description:
      'Takes the client and all notes out of every list and every call. Nothing is answered but the status. The operator of this server can bring the client back.',
    params: clientParams,
    status: 204,
    failures: ['not-found'],
  }),
}
