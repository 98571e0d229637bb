import { linkDuration, sessionDuration } from '../durations.ts'
import { employeeWording } from '../employees/schema.ts'
import type { DocumentationOf } from '../endpoint.ts'
import type { sessionEndpoints } from './endpoints.ts'
import { sessionWording } from './wording.ts'

/** What the API page says of each call, apart from what the portal loads. */
export const sessionDocumentation = {
  login: {
    description:
      'Exchanges an email address and a password for a token, which all other calls expect in the Authorization header. An unknown address and a wrong password are answered alike. The token’s content names the person’s role and email address and when it ends. After five failures for an email address from one network address the wait doubles up to a minute; `Retry-After` tells it.',
    example: {
      body: { email: 'amina.warsame@example.org', password: 'four words in a row' },
      reply: { token: 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoibWFuYWdlciJ9.c2lnbmF0dXJl' },
    },
  },
  forgot: {
    description: `Sends a link to set a new password if the address belongs to an account; the answer does not tell whether it does. The link works once and for ${linkDuration.reset}, and ends every older one. One account gets three such mails in an hour at most; one network address may ask 20 times an hour.`,
    example: { body: { email: 'amina.warsame@example.org' }, reply: { message: sessionWording.forgotSent } },
  },
  resendSetupEmail: {
    description:
      'Does the same as `POST /employees/resend-setup-email`; two addresses for one call, because programs of older versions use both.',
    example: {
      body: { email: 'amina.warsame@example.org' },
      reply: { message: employeeWording.setupEmailSent },
    },
  },
  changePassword: {
    description:
      'Takes the current password and a new one. All sessions and links of the person end, also the one that asks; the answer holds the token of a new session. A wrong current password counts like a failed sign-in.',
    example: {
      body: { currentPassword: 'four words in a row', password: 'another four words here' },
      reply: { token: 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoibWFuYWdlciJ9.c2lnbmF0dXJl' },
    },
  },
  logoutOthers: {
    description:
      'Ends every other session of the person, as after signing in on a device that is not one’s own. Their tokens are refused from the next call on.',
    example: { reply: { message: sessionWording.othersSignedOut } },
  },
  save: {
    description:
      'Takes the token that stands in the link and works once. Every session and every other link of the person ends with it. A password that is widely known, or made of the person’s address or the organization’s name, is refused.',
    example: {
      body: { token: 'pT3kq0mZx9VfYw2LrB7cNdHs', password: 'four words in a row' },
      reply: { message: sessionWording.passwordSaved },
    },
  },
  logout: {
    description: 'Ends the session on the server. Its token is refused from the next call on.',
    example: { reply: { message: sessionWording.loggedOut } },
  },
  activity: {
    description: `Says that a person has typed or clicked, which other calls don’t prove. A session ends when this has not been said for ${sessionDuration.idle}; once a minute is often enough.`,
    example: { reply: { message: sessionWording.activityNoted } },
  },
} satisfies DocumentationOf<typeof sessionEndpoints>
