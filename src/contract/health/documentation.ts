import type { DocumentationOf } from '../endpoint.ts'
import type { healthEndpoints } from './endpoints.ts'

/** What the API page says of each call, apart from what the portal loads. */
export const healthDocumentation = {
  health: {
    description:
      'For monitors and load balancers. It answers 200 while the server can reach its database, and 503 with `database-away` while it can’t. `backup` says whether the daily backup of the embedded database is in order; a super-admin also sees the last one.',
    example: { reply: { status: 'ok', backup: 'well' } },
  },
} satisfies DocumentationOf<typeof healthEndpoints>
