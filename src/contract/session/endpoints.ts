import * as z from 'zod/mini'
import { described, text, timestamp, wholeNumber, yesOrNo } from '../described.ts'
import { linkDuration, sessionDuration } from '../durations.ts'
import { resendInput, resentMail } from '../employees/schema.ts'
import { endpoint } from '../endpoint.ts'
import { personEmail, recordId } from '../record.ts'
import { firstCode, forgottenAccount, passwordAndCode } from './form.ts'
import { confirmationSeconds, recoveryCodeCount } from './limits.ts'
import { confirmation, credentials, newPassword, oneTimeLink, passwordChange } from './schema.ts'

const token = z.object({
  token: text('JWT with role, email and exp', 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoibWFuYWdlciJ9.c2lnbmF0dXJl'),
})
const message = z.object({
  message: text('A message for people', 'Signed out.'),
})

const session = z.object({
  id: recordId('session'),
  startedAt: timestamp('When the employee signed in'),
  activeAt: timestamp('When the employee last typed or clicked'),
  device: text('Browser and system, as the browser named them', 'Firefox on Windows'),
  current: yesOrNo('Whether it is the session of this call'),
})

export type OwnSession = z.output<typeof session>

const recoveryCodes = z.object({
  recoveryCodes: described(z.array(z.string()), `${recoveryCodeCount} codes`, ['7KQZ-M2NT-X4WD-9BHC']),
})

export const sessionEndpoints = {
  login: endpoint('POST /auth/login', {
    access: 'anyone',
    summary: 'Sign in',
    description:
      'Exchanges an email address and a password for a token, which all other calls expect in the Authorization header. An unknown address and a wrong password get the same answer. The token contains the role, the email address, the employee’s name and the time of expiry. An account with two-step sign-in also needs `code`: without it, the answer to the right password is `second-step-needed`. If the account has to set up two-step sign-in first, the token is good only for the calls that do so and for `POST /auth/logout`. A wrong code counts like a wrong password: after five failures for an email address from one network address, the wait before the next attempt doubles up to a minute; `Retry-After` gives it.',
    body: credentials,
    reply: token,
    failures: [
      'wrong-credentials',
      'second-step-needed',
      'wrong-code',
      'too-many-requests',
      'busy',
      'two-step-unavailable',
    ],
  }),
  forgot: endpoint('POST /auth/forgot', {
    access: 'anyone',
    summary: 'Request a link to set a new password',
    description: `Sends a link to set a new password if the address belongs to an account; the answer is the same if it does not. The link works once, expires after ${linkDuration.reset} and ends older ones of its kind; a setup link stays valid. An account gets at most three such emails an hour; a network address may send 20 requests an hour.`,
    body: forgottenAccount,
    reply: message,
    failures: ['too-many-requests'],
  }),
  link: endpoint('POST /auth/link', {
    access: 'anyone',
    summary: 'Check a one-time link',
    description:
      'Says whose password a link can set, without using it up. Unknown, used and expired links are refused alike, and each counts as a failed sign-in of the network address.',
    body: oneTimeLink,
    reply: z.object({
      email: personEmail('Email address of the account'),
    }),
    failures: ['link-not-valid', 'too-many-requests'],
  }),
  save: endpoint('POST /auth/save', {
    access: 'anyone',
    summary: 'Set a password with a one-time link',
    description:
      'Takes the token from the link, which works once. All of the employee’s sessions and other links end. A common password, or one made from the employee’s email address or the organization’s name, is rejected.',
    body: newPassword,
    reply: message,
    failures: ['link-not-valid', 'too-many-requests', 'busy'],
  }),
  resendSetupEmail: endpoint('POST /auth/resend-setup-email', {
    access: 'employees:resend-setup-email',
    confirmedBy: 'everyone',
    summary: 'Resend an employee’s setup email (second address)',
    description:
      'Does the same as `POST /employees/resend-setup-email`. There are two addresses because older clients use both.',
    body: resendInput,
    reply: resentMail,
    failures: ['not-found'],
  }),
  changePassword: endpoint('POST /auth/change-password', {
    access: 'session:own',
    summary: 'Change your own password',
    description:
      'Takes the current password and a new one. All of the employee’s sessions and links end, including the session of this call; the reply has the token of a new session. A wrong current password counts as a failed sign-in.',
    body: passwordChange,
    reply: token,
    failures: ['wrong-password', 'too-many-requests', 'busy'],
  }),
  logout: endpoint('POST /auth/logout', {
    access: 'session:own',
    beforeTwoStep: true,
    summary: 'Sign out',
    description:
      'Ends the session on the server. Its token is rejected from the next call on. After a sign-in with the organization’s account, `endSessionUrl` signs out of that account, too, if its provider offers that.',
    reply: z.extend(message, {
      endSessionUrl: z.optional(
        text('Address at the provider', 'https://login.example.org/logout?client_id=portal'),
      ),
    }),
  }),
  activity: endpoint('POST /auth/activity', {
    access: 'session:own',
    summary: 'Report activity',
    description: `Reports that the employee has typed or clicked, which other calls don’t prove. A session ends after ${sessionDuration.idle} without such a report; once a minute is often enough.`,
    reply: message,
  }),
}

/** The caller's own sessions and two-step sign-in; kept apart, because the login page does not need them. */
export const ownAccountEndpoints = {
  confirm: endpoint('POST /auth/confirm', {
    access: 'session:own',
    beforeTwoStep: true,
    summary: 'Confirm your password',
    description: `Some calls answer \`confirm-password\` unless the employee has signed in, or made this call, within the last ${confirmationSeconds / 60} minutes; their descriptions say so. An account with two-step sign-in also needs \`code\`. Instead of both, \`passkey\` takes the answer to \`POST /auth/confirm/options\`. A wrong password, code or passkey counts as a failed sign-in.`,
    body: confirmation,
    reply: message,
    failures: [
      'wrong-password',
      'wrong-code',
      'wrong-passkey',
      'not-found',
      'passkeys-unavailable',
      'two-step-unavailable',
      'too-many-requests',
      'busy',
    ],
  }),
  sessions: endpoint('GET /auth/sessions', {
    access: 'session:own',
    summary: 'List your sessions',
    description: 'Returns the employee’s own sessions that have not ended, the most recently used first.',
    reply: z.array(session),
  }),
  endSession: endpoint('DELETE /auth/sessions/:id', {
    access: 'session:own',
    confirmedBy: 'everyone',
    summary: 'End one of your sessions',
    description: 'Ends one of the employee’s own sessions. Its token is rejected from the next call on.',
    params: z.object({ id: recordId('session') }),
    failures: ['not-found'],
  }),
  endOtherSessions: endpoint('DELETE /auth/sessions', {
    access: 'session:own',
    confirmedBy: 'everyone',
    summary: 'Sign out everywhere else',
    description:
      'Ends all other sessions of the employee, for example after signing in on someone else’s device. Their tokens are rejected from the next call on.',
  }),
  twoStep: endpoint('GET /auth/two-step', {
    access: 'session:own',
    beforeTwoStep: true,
    summary: 'Get the status of your two-step sign-in',
    description:
      'Says whether two-step sign-in is on for this account, by an authenticator app or by passkeys, and whether the role requires it.',
    reply: z.object({
      isOn: yesOrNo('Whether signing in with the password needs a code'),
      hasApp: yesOrNo('Whether an authenticator app is set up'),
      passkeys: wholeNumber('Number of passkeys that work at this address', 2),
      isRequired: yesOrNo('Whether the role requires it'),
      recoveryCodesLeft: wholeNumber('Number of unused recovery codes', recoveryCodeCount),
    }),
  }),
  beginTwoStep: endpoint('POST /auth/two-step', {
    access: 'session:own',
    beforeTwoStep: true,
    confirmedBy: 'everyone',
    summary: 'Start setting up two-step sign-in',
    description:
      'Makes a secret for an authenticator app, in place of an earlier one that was not confirmed. Signing in stays the same until a code is confirmed.',
    reply: z.object({
      secret: text('In Base32', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
      uri: text(
        'The same secret as a URI for a QR code',
        'otpauth://totp/Housing:amina@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Housing',
      ),
    }),
    failures: ['two-step-already-on', 'two-step-unavailable'],
  }),
  confirmTwoStep: endpoint('POST /auth/two-step/confirm', {
    access: 'session:own',
    beforeTwoStep: true,
    summary: 'Turn on two-step sign-in',
    description:
      'Takes the first code of the authenticator app and turns two-step sign-in on. All other sessions of the employee end. The recovery codes are returned only now; each works once in place of a code. Earlier ones stop working.',
    body: firstCode,
    reply: recoveryCodes,
    failures: ['wrong-code', 'not-found', 'two-step-already-on', 'too-many-requests', 'two-step-unavailable'],
  }),
  removeTwoStep: endpoint('DELETE /auth/two-step', {
    access: 'session:own',
    beforeTwoStep: true,
    summary: 'Turn off two-step sign-in',
    description:
      'Removes the authenticator app. Takes the password and a code. If the role requires two-step sign-in and the account has no passkey, it has to be set up again before any other call.',
    body: passwordAndCode,
    failures: [
      'wrong-password',
      'wrong-code',
      'not-found',
      'too-many-requests',
      'busy',
      'two-step-unavailable',
    ],
  }),
  newRecoveryCodes: endpoint('POST /auth/two-step/recovery-codes', {
    access: 'session:own',
    beforeTwoStep: true,
    summary: 'Make new recovery codes',
    description:
      'Takes what `POST /auth/confirm` takes; an account with two-step sign-in has to send the code. The earlier recovery codes stop working.',
    body: confirmation,
    reply: recoveryCodes,
    failures: [
      'wrong-password',
      'wrong-code',
      'wrong-passkey',
      'passkeys-unavailable',
      'not-found',
      'too-many-requests',
      'busy',
      'two-step-unavailable',
    ],
  }),
}
