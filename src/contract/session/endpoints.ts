import * as z from 'zod/mini'
import { linkDuration, sessionDuration } from '../durations.ts'
import { resendInput, resentMail } from '../employees/schema.ts'
import { endpoint } from '../endpoint.ts'
import { credentials, forgottenAccount, newPassword, oneTimeLink, passwordChange } from './schema.ts'

const token = z.object({
  token: z.string().check(
    z.meta({
      description: 'JWT with role, email and exp',
      examples: ['eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoibWFuYWdlciJ9.c2lnbmF0dXJl'],
    }),
  ),
})
const message = z.object({
  message: z.string().check(z.meta({ description: 'A message for people', examples: ['Signed out.'] })),
})

export const sessionEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    summary: 'Sign in',
    description:
      'Exchanges an email address and a password for a token, which all other calls expect in the Authorization header. An unknown address and a wrong password get the same answer. The token contains the role, the email address and the time of expiry. After five failures for an email address from one network address, the wait before the next attempt doubles up to a minute; `Retry-After` gives it.',
    body: credentials,
    status: 200,
    reply: token,
    failures: ['invalid-input', 'wrong-credentials', 'too-many-requests', 'busy'],
  }),
  forgot: endpoint({
    method: 'POST',
    path: '/auth/forgot',
    access: 'anyone',
    summary: 'Request a link to set a new password',
    description: `Sends a link to set a new password if the address belongs to an account; the answer is the same if it does not. The link works once, expires after ${linkDuration.reset} and ends every older one. An account gets at most three such emails an hour; a network address may send 20 requests an hour.`,
    body: forgottenAccount,
    status: 200,
    reply: message,
    failures: ['invalid-input', 'too-many-requests'],
  }),
  link: endpoint({
    method: 'POST',
    path: '/auth/link',
    access: 'anyone',
    summary: 'Check a one-time link',
    description:
      'Says whose password a link can set, without using it up. Unknown, used and expired links are refused alike, and each counts as a failed sign-in of the network address.',
    body: oneTimeLink,
    status: 200,
    reply: z.object({
      email: z
        .string()
        .check(
          z.meta({ description: 'Email address of the account', examples: ['amina.warsame@example.org'] }),
        ),
    }),
    failures: ['invalid-input', 'link-not-valid', 'too-many-requests'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/auth/save',
    access: 'anyone',
    summary: 'Set a password with a one-time link',
    description:
      'Takes the token from the link, which works once. All of the employee’s sessions and other links end. A common password, or one made from the employee’s email address or the organization’s name, is rejected.',
    body: newPassword,
    status: 200,
    reply: message,
    failures: ['invalid-input', 'link-not-valid', 'too-many-requests', 'busy'],
  }),
  resendSetupEmail: endpoint({
    method: 'POST',
    path: '/auth/resend-setup-email',
    access: 'employees:resend-setup-email',
    summary: 'Resend an employee’s setup email (second address)',
    description:
      'Does the same as `POST /employees/resend-setup-email`. There are two addresses because older clients use both.',
    body: resendInput,
    status: 200,
    reply: resentMail,
    failures: ['invalid-input', 'not-found'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/change-password',
    access: 'session:own',
    summary: 'Change your own password',
    description:
      'Takes the current password and a new one. All of the employee’s sessions and links end, including the session of this call; the reply has the token of a new session. A wrong current password counts as a failed sign-in.',
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
      'Ends all other sessions of the employee, for example after signing in on someone else’s device. Their tokens are rejected from the next call on.',
    status: 200,
    reply: message,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'session:own',
    summary: 'Sign out',
    description: 'Ends the session on the server. Its token is rejected from the next call on.',
    status: 200,
    reply: message,
  }),
  activity: endpoint({
    method: 'POST',
    path: '/auth/activity',
    access: 'session:own',
    summary: 'Report activity',
    description: `Reports that the employee has typed or clicked, which other calls don’t prove. A session ends after ${sessionDuration.idle} without such a report; once a minute is often enough.`,
    status: 200,
    reply: message,
  }),
  draftKey: endpoint({
    method: 'GET',
    path: '/auth/draft-key',
    access: 'session:own',
    summary: 'Get the key of your drafts',
    description:
      'The portal encrypts with it what the employee has typed and not yet saved, before the browser stores it. Each employee has one key, which does not change; nobody else can read it.',
    status: 200,
    reply: z.object({
      key: z.string().check(
        z.meta({
          description: 'Key for AES-GCM: 32 bytes in base64',
          examples: ['3q2+796tvu/erb7v3q2+796tvu/erb7v3q2+796tvu8='],
        }),
      ),
    }),
  }),
}
