import * as z from 'zod/mini'
import { described, text, timestamp, timestampOrNull, yesOrNo } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { namedPasskey } from './form.ts'
import { recoveryCodeCount } from './limits.ts'
import { challengeSeconds, maxPasskeys } from './passkeys.ts'
import { passkeyAnswer } from './schema.ts'

/** What Web Authentication defines and the server's library makes: the browser gets it as it is. */
const browserOptions = (name: string) =>
  described(
    z.looseObject({ challenge: text('Random bytes in base64url', 'v3oVQ7hPzR5kXb0c2nLq8w') }),
    `${name} of Web Authentication, for \`navigator.credentials\``,
  )

const bound = `It works once, within ${challengeSeconds / 60} minutes, and only with the cookie that comes with it.`

const passkey = z.object({
  id: text('Id of the passkey', 'bW3xT9qLr5ZcV8nK2pYd6A'),
  name: text('What the employee calls it', 'Work laptop'),
  host: text('The host that it works for', 'portal.example.org'),
  createdAt: timestamp('When it was added'),
  usedAt: timestampOrNull('When it was last used; null if it never was'),
  synced: yesOrNo('Whether it is copied to the employee’s other devices'),
})

export type Passkey = z.output<typeof passkey>

const ofOnePasskey = z.object({ id: passkey.shape.id })

/** For the employee's own passkeys, also before a required second step: a passkey is one. */
const own = { access: 'session:own', beforeTwoStep: true } as const

export const passkeyEndpoints = {
  signInOptions: endpoint('POST /auth/passkey/options', {
    access: 'anyone',
    summary: 'Start signing in with a passkey',
    description: `Returns a challenge for any passkey of this host. ${bound}`,
    reply: browserOptions('PublicKeyCredentialRequestOptionsJSON'),
    failures: ['passkeys-unavailable'],
  }),
  signIn: endpoint('POST /auth/passkey', {
    access: 'anyone',
    summary: 'Sign in with a passkey',
    description:
      'Exchanges the signed challenge for a token, as `POST /auth/login` does for a password and a code. The authenticator must have verified the person. An unknown passkey, a wrong signature, a challenge that is used, expired or from another browser, and a counter that goes back all get `wrong-passkey`.',
    body: z.object({ response: passkeyAnswer }),
    reply: z.object({ token: text('JWT with role, email and exp', 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl') }),
    failures: ['wrong-passkey', 'passkeys-unavailable', 'too-many-requests'],
  }),
  confirmOptions: endpoint('POST /auth/confirm/options', {
    ...own,
    summary: 'Start confirming with a passkey',
    description: `Returns a challenge for the employee’s own passkeys, to be sent to \`POST /auth/confirm\`. ${bound}`,
    reply: browserOptions('PublicKeyCredentialRequestOptionsJSON'),
    failures: ['passkeys-unavailable'],
  }),
  list: endpoint('GET /auth/passkeys', {
    ...own,
    summary: 'List your passkeys',
    description:
      'Returns the employee’s own passkeys, the oldest first. One that was added at another address of the portal works only there.',
    reply: z.array(passkey),
    failures: ['passkeys-unavailable'],
  }),
  addOptions: endpoint('POST /auth/passkeys/options', {
    ...own,
    confirmedBy: 'everyone',
    summary: 'Start adding a passkey',
    description: `Returns a challenge for a new passkey. ${bound}`,
    reply: browserOptions('PublicKeyCredentialCreationOptionsJSON'),
    failures: ['passkeys-unavailable', 'too-many'],
  }),
  add: endpoint('POST /auth/passkeys', {
    ...own,
    confirmedBy: 'everyone',
    summary: 'Add a passkey',
    description: `Stores the new passkey, of which an account can have ${maxPasskeys}. If the account had no second step, signing in with the password needs a recovery code from now on: ${recoveryCodeCount} are returned, only now, and the employee’s other sessions end. The employee gets an email.`,
    body: z.extend(namedPasskey, { response: passkeyAnswer }),
    status: 201,
    reply: z.extend(passkey, {
      recoveryCodes: described(
        z.optional(z.array(z.string())),
        `${recoveryCodeCount} codes, if the account had no second step`,
        ['7KQZ-M2NT-X4WD-9BHC'],
      ),
    }),
    failures: ['wrong-passkey', 'passkeys-unavailable', 'too-many'],
  }),
  rename: endpoint('PUT /auth/passkeys/:id', {
    ...own,
    confirmedBy: 'everyone',
    summary: 'Rename a passkey',
    description: 'Changes the name by which the employee tells a passkey from others.',
    params: ofOnePasskey,
    body: namedPasskey,
    reply: passkey,
    failures: ['passkeys-unavailable', 'not-found'],
  }),
  remove: endpoint('DELETE /auth/passkeys/:id', {
    ...own,
    confirmedBy: 'everyone',
    summary: 'Remove a passkey',
    description:
      'Signing in with it is over at once. Without another passkey or an authenticator app, the account’s second step is off. The employee gets an email.',
    params: ofOnePasskey,
    failures: ['passkeys-unavailable', 'not-found'],
  }),
}
