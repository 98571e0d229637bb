import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { credentials, newPassword } from './schema.ts'

const message = z.object({ message: z.string().check(z.describe('A sentence for people')) })

export const sessionEndpoints = {
  /** §7, decision 24: an unknown e-mail and a wrong password answer alike, in text and in time. */
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    summary: 'Sign in',
    body: credentials,
    status: 200,
    reply: z.object({ token: z.string().check(z.describe('JWT with role, email and exp')) }),
    failures: ['invalid-input', 'wrong-credentials', 'too-many-requests', 'busy'],
  }),
  /** §7: sets a password by the token of a one-time link, and ends all sessions and links of the employee. */
  save: endpoint({
    method: 'POST',
    path: '/auth/save',
    access: 'anyone',
    summary: 'Set a password by a one-time link',
    body: newPassword,
    status: 200,
    reply: message,
    failures: ['invalid-input', 'link-not-valid', 'too-many-requests', 'busy'],
  }),
  /** Ends the session on the server, at once. */
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'session:own',
    summary: 'Sign out',
    status: 200,
    reply: message,
  }),
  /** Decision 42: the person typed or clicked. Sent at most once a minute; keeps the session from ending by idleness. */
  activity: endpoint({
    method: 'POST',
    path: '/auth/activity',
    access: 'session:own',
    summary: 'Report that the person is active',
    status: 200,
    reply: message,
  }),
}
