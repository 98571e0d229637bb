import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { atMost } from '../text.ts'
import { client, clientInput, clientMistakes } from './schema.ts'
import { clientStatuses, unknownStatus } from './statuses.ts'

const clientParams = z.object({ id: z.string().check(z.describe('Id of the client')) })

const clientPage = z.object({
  items: z.array(client).check(z.describe('The clients of this page')),
  total: z.int().check(z.describe('How many clients match, on all pages')),
  nextCursor: z
    .nullable(z.string())
    .check(z.describe('Pass as `cursor` for the next page; null on the last one')),
})

export type ClientPage = z.output<typeof clientPage>

/** Longest search text, in UTF-16 code units. */
export const clientSearchLimit = 200

/** What `GET /clients` can be narrowed by; the screens' addresses use the same words. */
export const clientQuery = z.object({
  search: z
    .optional(z.string().check(z.trim(), ...atMost(clientSearchLimit, 'Search for at most 200 characters')))
    .check(z.describe('Part of “first last”, blind to case and accents')),
  status: z
    .optional(z.enum([...clientStatuses, unknownStatus], { error: 'There is no such status' }))
    .check(z.describe('Only clients with this status; Unknown finds those without one')),
  limit: z
    .optional(
      z.pipe(
        z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, 'A page has 1 to 200 clients')),
        z.transform(Number),
      ),
    )
    .check(z.describe('Turns the answer into pages of that many clients, 1 to 200')),
  cursor: z
    .optional(z.string().check(...atMost(200, 'This is not a cursor')))
    .check(z.describe('Where the page begins: `nextCursor` of the page before. Needs `limit`')),
})

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
