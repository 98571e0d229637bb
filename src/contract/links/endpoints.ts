import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { resourceLink } from './schema.ts'

export const linkEndpoints = {
  /** §2: the manager area's 'Management Resources'. */
  resources: endpoint({
    method: 'GET',
    path: '/links/resources',
    access: 'links:read-resources',
    summary: 'List the resources for casework',
    status: 200,
    reply: z.array(resourceLink),
  }),
  /** §2: the admin area's links. */
  admin: endpoint({
    method: 'GET',
    path: '/links/admin',
    access: 'links:read-admin',
    summary: 'List the links for administration',
    status: 200,
    reply: z.array(resourceLink),
  }),
}
