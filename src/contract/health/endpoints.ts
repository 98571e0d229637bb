import { endpoint } from '../endpoint.ts'
import { health } from './schema.ts'

export const healthEndpoints = {
  /** 200 while the database answers, else 503. */
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'anyone',
    recognizes: true,
    summary: 'Ask whether the service works',
    status: 200,
    reply: health,
  }),
}
