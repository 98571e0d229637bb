import * as z from 'zod/mini'
import { isOwnPath } from '../access/areas.ts'
import { described, text, yesOrNo } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { maxLength } from '../text.ts'
import { code } from './form.ts'
import { confirmationSeconds, organizationSignInSeconds } from './limits.ts'

const minutes = (seconds: number) => `${seconds / 60} minutes`

const returnTo = described(
  z
    .string()
    .check(
      ...maxLength(500, 'The address to return to can have at most 500 characters'),
      z.refine(isOwnPath, 'The address to return to must be a path of this site.'),
    ),
  'Path of this site to return to afterwards',
  '/admin/clients?status=active',
)

const answer = z
  .object({
    query: z.optional(
      described(
        z
          .string()
          .check(
            z.minLength(1, 'The answer of the provider is missing.'),
            ...maxLength(8000, 'The answer of the provider is too long.'),
          ),
        'What the provider has added to the address of `/sign-in`, unchanged: its whole query string',
        '?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj&iss=https%3A%2F%2Faccounts.google.com',
      ),
    ),
    code: z.optional(code),
  })
  .check(
    z.refine(({ query, code: second }) => query !== undefined || second !== undefined, {
      path: ['query'],
      error: 'Send the answer of the provider or the code.',
    }),
  )

/** Signing in with an account of the organization at an OpenID Connect provider (docs/product.md 126). */
export const organizationEndpoints = {
  start: endpoint('POST /auth/organization/start', {
    access: 'anyone',
    optionalAuth: true,
    beforeTwoStep: true,
    summary: 'Start signing in with the organization’s account',
    description: `Returns the address at the provider to send the browser to, and sets the cookie \`sign-in\` (over https \`__Host-sign-in\`), which is needed to finish within ${minutes(organizationSignInSeconds)}. The provider returns to the page \`/sign-in\`. With \`confirm\`, a caller who is signed in confirms that instead: the provider asks for the password again, and the session stays. \`not-found\` if no provider is set up.`,
    body: z.object({
      returnTo: z.optional(returnTo),
      confirm: z.optional(yesOrNo('Confirm the session of this call instead of signing in')),
    }),
    reply: z.object({
      url: text(
        'Address at the provider',
        'https://accounts.google.com/o/oauth2/v2/auth?client_id=portal&response_type=code',
      ),
    }),
    failures: ['not-found', 'not-signed-in', 'too-many-requests', 'provider-unavailable'],
  }),
  finish: endpoint('POST /auth/organization', {
    access: 'anyone',
    optionalAuth: true,
    beforeTwoStep: true,
    summary: 'Finish signing in with the organization’s account',
    description: `Exchanges the provider’s answer, or with \`code\` the second step, for a token, or confirms the session. Needs the cookie \`sign-in\`; each answer works once. An employee is recognized by the provider’s \`sub\`; the first time by the email address, which must be confirmed by the provider, and is then linked to that account. If the account has two-step sign-in and the setting \`OIDC_TWO_STEP\` is \`ours\`, the answer is \`second-step-needed\` with a new cookie; send \`code\` then. A confirmation counts if the provider has asked for the password within the last minute; otherwise the answer is \`not-confirmed\`. Failed attempts are counted by network address.`,
    body: answer,
    reply: z.object({
      token: z.optional(
        text(
          'JWT with role, email and exp; absent after a confirmation',
          'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoibWFuYWdlciJ9.c2lnbmF0dXJl',
        ),
      ),
      returnTo: z.optional(returnTo),
    }),
    failures: [
      'not-found',
      'sign-in-expired',
      'not-signed-in',
      'second-step-needed',
      'wrong-code',
      'email-not-verified',
      'no-such-employee',
      'already-linked',
      'not-confirmed',
      'too-many-requests',
      'provider-unavailable',
      'two-step-unavailable',
    ],
  }),
  status: endpoint('GET /auth/organization', {
    access: 'session:own',
    beforeTwoStep: true,
    summary: 'Get the state of your organization account',
    description: 'Says whether this account is linked to an account of the organization.',
    reply: z.object({
      isLinked: yesOrNo('Whether the account is linked'),
      hasPassword: yesOrNo('Whether the account has a password that works'),
    }),
  }),
  unlink: endpoint('DELETE /auth/organization', {
    access: 'session:own',
    confirmedBy: 'everyone',
    summary: 'Remove the link to your organization account',
    description: `Ends the other sessions that were opened with it and sends the employee an email. The next sign-in with an account that has the employee’s email address links that one. Needs a sign-in or a confirmation of the last ${minutes(confirmationSeconds)}.`,
    failures: ['not-found'],
  }),
}
