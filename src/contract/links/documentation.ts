import type { DocumentationOf } from '../endpoint.ts'
import type { linkEndpoints } from './endpoints.ts'

/** What the API page says of each call, apart from what the portal loads. */
export const linkDocumentation = {
  resources: {
    description:
      'Answers the external pages that help with casework, in the order of the organization’s own data.',
    example: {
      reply: [
        {
          title: 'HousingLink',
          url: 'https://www.housinglink.org/',
          purpose: 'Search affordable and accessible rentals in Minnesota.',
        },
      ],
    },
  },
  admin: {
    description: 'Answers the external pages that help with administration, in the same way.',
    example: {
      reply: [
        {
          title: 'HSS Eligibility Request DHS-7948',
          url: 'https://edocs.dhs.state.mn.us/lfserver/Public/DHS-7948-ENG',
          purpose: 'Requests for Housing Stabilization Services; kept for records.',
          closed: 'Closed October 2025',
        },
      ],
    },
  },
} satisfies DocumentationOf<typeof linkEndpoints>
