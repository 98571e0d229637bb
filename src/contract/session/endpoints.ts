import * as z from 'zod/mini'
import { resendInput } from '../employees/schema.ts'
import { endpoint } from '../endpoint.ts'
import { credentials, forgottenAccount, newPassword, passwordChange } from './schema.ts'

const token = z.object({ token: z.string().check(z.describe('JWT with role, email and exp')) })
const message = z.object({ message: z.string().check(z.describe('A sentence for people')) })

export const sessionEndpoints = {
  /** §7, decision 24: an unknown email and a wrong password answer alike, in text and in time. */
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    summary: 'Sign in',
    body: credentials,
    status: 200,
    reply: token,
    failures: ['invalid-input', 'wrong-credentials', 'too-many-requests', 'busy'],
  }),
  /** §7, §8: answers alike for known and unknown addresses, and only queues work (`security.md`, accounts). */
  forgot: endpoint({
    method: 'POST',
    path: '/auth/forgot',
    access: 'anyone',
    summary: 'Ask for a link to set a new password',
    body: forgottenAccount,
    status: 200,
    reply: message,
    failures: ['invalid-input', 'too-many-requests'],
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
  /** §7: the same as `POST /employees/resend-setup-email` (decision 38). */
  resendSetupEmail: endpoint({
    method: 'POST',
    path: '/auth/resend-setup-email',
    access: 'employees:resend-setup-email',
    summary: 'Send an employee’s set-up mail again, under the session’s address',
    body: resendInput,
    status: 200,
    reply: message,
    failures: ['invalid-input', 'not-found'],
  }),
  /** Decision 23: ends all sessions of the person; the answer holds the token of a new one. */
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/change-password',
    access: 'session:own',
    summary: 'Change one’s own password',
    body: passwordChange,
    status: 200,
    reply: token,
    failures: ['invalid-input', 'wrong-password', 'too-many-requests', 'busy'],
  }),
  /** Ends every session of the person but the one that asks. */
  logoutOthers: endpoint({
    method: 'POST',
    path: '/auth/logout-others',
    access: 'session:own',
    summary: 'Sign out everywhere else',
    status: 200,
    reply: message,
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
