import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** An external page that staff use; an operator writes them into the organization data. */
const resourceLink = z.object({
  title: z.string().check(z.describe('What the page is called')),
  url: z.string().check(z.describe('Its address')),
  purpose: z.string().check(z.describe('What it is for, in one line')),
  closed: z.optional(z.string()).check(z.describe('Set where it is kept for old records only')),
})

export type ResourceLink = z.output<typeof resourceLink>

export const linkEndpoints = {
  /** The manager area's 'Management Resources'. */
  resources: endpoint({
    method: 'GET',
    path: '/links/resources',
    access: 'links:read-resources',
    summary: 'List the resources for casework',
    status: 200,
    reply: z.array(resourceLink),
  }),
  /** The admin area's links. */
  admin: endpoint({
    method: 'GET',
    path: '/links/admin',
    access: 'links:read-admin',
    summary: 'List the links for administration',
    status: 200,
    reply: z.array(resourceLink),
  }),
}
