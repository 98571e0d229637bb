import * as z from 'zod/mini'
import { described, text } from '../described.ts'
import { endpoint } from '../endpoint.ts'

/** An external page that staff use; an operator writes them into the organization data. */
const resourceLink = z.object({
  title: z.string().check(z.meta({ examples: ['HousingLink'] })),
  url: z.string().check(z.meta({ examples: ['https://www.housinglink.org/'] })),
  purpose: text('What it is for, in one line', 'Search affordable rentals in Minnesota.'),
  closed: described(
    z.optional(z.string()),
    'Set if the page is listed for old records only',
    'Closed October 2025',
  ),
})

export type ResourceLink = z.output<typeof resourceLink>

export const linkEndpoints = {
  resources: endpoint('GET /links/resources', {
    access: 'links:read-resources',
    summary: 'List the resources for casework',
    description:
      'Returns the external pages that help with casework, in the order of the organization’s own data.',
    reply: z.array(resourceLink),
  }),
  admin: endpoint('GET /links/admin', {
    access: 'links:read-admin',
    summary: 'List the links for administration',
    description: 'Returns the external pages that help with administration, in the same way.',
    reply: z.array(resourceLink),
  }),
}
