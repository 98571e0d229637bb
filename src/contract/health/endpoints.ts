import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

export const healthEndpoints = {
  /** 200 while the database answers, else 503. */
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'anyone',
    summary: 'Ask whether the service works',
    status: 200,
    reply: z.object({ status: z.literal('ok') }),
  }),
}
