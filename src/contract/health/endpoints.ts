import { endpoint } from '../endpoint.ts'
import { health } from './schema.ts'

export const healthEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'anyone',
    recognizes: true,
    summary: 'Ask whether the service works',
    description:
      'For monitors and load balancers. It answers 200 while the server can reach its database, and 503 with `database-away` while it can’t. `backup` says whether the daily backup of the embedded database is in order; a super-admin also sees the last one.',
    status: 200,
    reply: health,
  }),
}
