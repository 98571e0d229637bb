import * as z from 'zod/mini'
import { calendarDate } from '../calendar-date.ts'
import { endpoint } from '../endpoint.ts'
import { lengths } from '../lengths.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { searchText } from '../search.ts'
import { atMost, tooLong } from '../text.ts'
import { client, clientEdit, clientInput, clientMistakes, similarClient, statusChange } from './schema.ts'
import { clientStatuses, unknownStatus } from './statuses.ts'
import { clientWording } from './wording.ts'

const clientParams = z.object({ id: z.string().check(z.describe('Id of the client')) })

const clientPage = pageOf(client, {
  items: 'The clients of this page',
  total: 'How many clients match, on all pages',
  nextCursor: 'Pass as `cursor` for the next page; null on the last one',
})

/** What `GET /clients` can be narrowed by; the screens' addresses use the same words. */
const clientQuery = z.object({
  search: searchText('Part of “first last”, blind to case and accents'),
  status: z
    .optional(z.enum([...clientStatuses, unknownStatus], { error: 'There is no such status' }))
    .check(z.describe('Only clients with this status; Unknown finds those without one')),
  notes: z
    .optional(z.enum(['missing-this-week'], { error: 'There is no such filter' }))
    .check(
      z.describe(
        'Only active clients without a weekly note since Monday, in the organization’s time zone; the longest silent first',
      ),
    ),
  ...pageQuery('clients'),
})

const similarName = (label: string) =>
  z.string().check(z.trim(), ...atMost(lengths.name, tooLong(label, lengths.name)))

/** §4 and §9: all clients, or those added in the last 30 or 7 days. */
export const dashboardRanges = ['all', 'last30', 'last7'] as const

export const clientEndpoints = {
  /** Decisions 16, 35: an array; with `limit` a page of it. Order: last name, first name, id. */
  list: endpoint({
    method: 'GET',
    path: '/clients',
    access: 'clients:read',
    summary: 'List clients',
    query: clientQuery,
    status: 200,
    reply: z.union([z.array(client), clientPage]),
    failures: ['invalid-input'],
  }),
  /** Decision 35: how many clients there are by status, of all or of those added in the last 30 or 7 × 24 hours. */
  summary: endpoint({
    method: 'GET',
    path: '/clients/summary',
    access: 'clients:read',
    summary: 'Count clients by status',
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
  /** Who may be the same person: born on that day, with a similar name; the most similar first, five at most. */
  similar: endpoint({
    method: 'GET',
    path: '/clients/similar',
    access: 'clients:read',
    summary: 'Find clients who may be the same person',
    query: z.object({
      firstName: similarName('First name').check(z.describe('Given name')),
      lastName: similarName('Last name').check(z.describe('Family name')),
      dateOfBirth: calendarDate({
        required: clientWording.dateOfBirth,
        invalid: clientWording.dateOfBirthInvalid,
      }).check(z.describe('Calendar date, YYYY-MM-DD')),
    }),
    status: 200,
    reply: z.array(similarClient),
    failures: ['invalid-input'],
  }),
  /** §7. An id that names no living client, or never could, is `not-found`. */
  get: endpoint({
    method: 'GET',
    path: '/clients/:id',
    access: 'clients:read',
    summary: 'Read a client',
    params: clientParams,
    status: 200,
    reply: client,
    failures: ['not-found'],
  }),
  /** §7, decisions 34 and 36: answers the record, version 1; `createdAt` is the server's clock. */
  add: endpoint({
    method: 'POST',
    path: '/clients',
    access: 'clients:add',
    summary: 'Add a client',
    body: clientInput,
    bodyRules: clientMistakes,
    status: 201,
    reply: client,
    failures: ['invalid-input'],
  }),
  /** §7, decisions 17, 37: takes the whole client and answers it; a stale `version` is 409 with the newer record. */
  edit: endpoint({
    method: 'PUT',
    path: '/clients/:id',
    access: 'clients:edit',
    summary: 'Change a client',
    params: clientParams,
    body: clientEdit,
    bodyRules: clientMistakes,
    status: 200,
    reply: client,
    failures: ['invalid-input', 'not-found', 'version-conflict'],
  }),
  /** Who changed the status, when, from what to what; the newest first. */
  statusHistory: endpoint({
    method: 'GET',
    path: '/clients/:id/status-history',
    access: 'clients:read',
    summary: 'Read how a client’s status changed',
    params: clientParams,
    status: 200,
    reply: z.array(statusChange),
    failures: ['not-found'],
  }),
  /** Decisions 18 and 34: gone from every list and call, with its notes; the row stays for the operator's commands. */
  remove: endpoint({
    method: 'DELETE',
    path: '/clients/:id',
    access: 'clients:delete',
    summary: 'Delete a client',
    params: clientParams,
    status: 204,
    failures: ['not-found'],
  }),
}
