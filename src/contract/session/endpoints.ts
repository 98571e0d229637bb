import * as z from 'zod/mini'
import { linkDuration, sessionDuration } from '../durations.ts'
import { resendInput } from '../employees/schema.ts'
import { endpoint } from '../endpoint.ts'
import { credentials, forgottenAccount, newPassword, passwordChange } from './schema.ts'

const token = z.object({
  token: z.string().check(
    z.meta({
      description: 'JWT with role, email and exp',
      examples: ['eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoibWFuYWdlciJ9.c2lnbmF0dXJl'],
    }),
  ),
})
const message = z.object({
  message: z.string().check(z.meta({ description: 'A sentence for people', examples: ['Signed out.'] })),
})

export const sessionEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    summary: 'Sign in',
    description:
      'Exchanges an email address and a password for a token, which all other calls expect in the Authorization header. An unknown address and a wrong password are answered alike. The token’s content names the person’s role and email address and when it ends. After five failures for an email address from one network address the wait doubles up to a minute; `Retry-After` tells it.',
    body: credentials,
    status: 200,
    reply: token,
    failures: ['invalid-input', 'wrong-credentials', 'too-many-requests', 'busy'],
  }),
  forgot: endpoint({
    method: 'POST',
    path: '/auth/forgot',
    access: 'anyone',
    summary: 'Ask for a link to set a new password',
    description: `Sends a link to set a new password if the address belongs to an account; the answer does not tell whether it does. The link works once and for ${linkDuration.reset}, and ends every older one. One account gets three such mails in an hour at most; one network address may ask 20 times an hour.`,
    body: forgottenAccount,
    status: 200,
    reply: message,
    failures: ['invalid-input', 'too-many-requests'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/auth/save',
    access: 'anyone',
    summary: 'Set a password by a one-time link',
    description:
      'Takes the token that stands in the link and works once. Every session and every other link of the person ends with it. A password that is widely known, or made of the person’s address or the organization’s name, is refused.',
    body: newPassword,
    status: 200,
    reply: message,
    failures: ['invalid-input', 'link-not-valid', 'too-many-requests', 'busy'],
  }),
  resendSetupEmail: endpoint({
    method: 'POST',
    path: '/auth/resend-setup-email',
    access: 'employees:resend-setup-email',
    summary: 'Send an employee’s set-up mail again, under the session’s address',
    description:
      'Does the same as `POST /employees/resend-setup-email`; two addresses for one call, because programs of older versions use both.',
    body: resendInput,
    status: 200,
    reply: message,
    failures: ['invalid-input', 'not-found'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/change-password',
    access: 'session:own',
    summary: 'Change one’s own password',
    description:
      'Takes the current password and a new one. All sessions and links of the person end, also the one that asks; the answer holds the token of a new session. A wrong current password counts like a failed sign-in.',
    body: passwordChange,
    status: 200,
    reply: token,
    failures: ['invalid-input', 'wrong-password', 'too-many-requests', 'busy'],
  }),
  logoutOthers: endpoint({
    method: 'POST',
    path: '/auth/logout-others',
    access: 'session:own',
    summary: 'Sign out everywhere else',
    description:
      'Ends every other session of the person, as after signing in on a device that is not one’s own. Their tokens are refused from the next call on.',
    status: 200,
    reply: message,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'session:own',
    summary: 'Sign out',
    description: 'Ends the session on the server. Its token is refused from the next call on.',
    status: 200,
    reply: message,
  }),
  activity: endpoint({
    method: 'POST',
    path: '/auth/activity',
    access: 'session:own',
    summary: 'Report that the person is active',
    description: `Says that a person has typed or clicked, which other calls don’t prove. A session ends when this has not been said for ${sessionDuration.idle}; once a minute is often enough.`,
    status: 200,
    reply: message,
  }),
}
