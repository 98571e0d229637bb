import * as z from 'zod/mini'
import { roles } from '../access/roles.ts'
import { described, text } from '../described.ts'
import { maxLength } from '../text.ts'
import { code, currentPassword } from './form.ts'
import { hasPasswordLength } from './limits.ts'
import { passwordLengthText, sessionWording } from './wording.ts'

/** What the API accepts: an email or password that no account can have gets the same reply as a wrong one. */
export const credentials = z.object({
  email: described(
    z
      .string({ error: sessionWording.emailRequired })
      .check(z.trim(), ...maxLength(1000, sessionWording.emailInvalid)),
    'Email address',
    'amina.warsame@example.org',
  ),
  password: z
    .string({ error: sessionWording.passwordRequired })
    .check(
      ...maxLength(1000, sessionWording.passwordRequired),
      z.meta({ examples: ['four words in a row'] }),
    ),
  code: z.optional(code),
})

const lengthError = `Passwords must have ${passwordLengthText}.`

const chosenPassword = described(
  z
    .string({ error: lengthError })
    .check(...maxLength(1000, lengthError), z.refine(hasPasswordLength, lengthError)),
  `The new password: ${passwordLengthText} of any kind`,
  'another four words here',
)

export const oneTimeLink = z.object({
  token: described(
    z
      .string({ error: sessionWording.linkMissing })
      .check(
        z.minLength(1, { error: sessionWording.linkMissing, abort: true }),
        ...maxLength(200, sessionWording.linkMissing),
      ),
    'The value of `token` in the link',
    'pT3kq0mZx9VfYw2LrB7cNdHs',
  ),
})

export const newPassword = z.extend(oneTimeLink, { password: chosenPassword })

export const passwordChange = z.object({ currentPassword, password: chosenPassword })

/** What the authenticator has signed or made. The server's library checks it. */
export const passkeyAnswer = described(
  z.looseObject({ id: text('Id of the passkey', 'bW3xT9qLr5ZcV8nK2pYd6A') }),
  'The PublicKeyCredential that the browser returned, as `toJSON()` writes it',
)

/** The password, and the code of an account that has one; or a passkey instead of both. */
export const confirmation = z
  .object({
    password: z.optional(currentPassword),
    code: z.optional(code),
    passkey: z.optional(passkeyAnswer),
  })
  .check(
    z.refine(({ password, passkey }) => password !== undefined || passkey !== undefined, {
      path: ['password'],
      error: sessionWording.currentPasswordRequired,
    }),
  )

/** The token's content. Instants in seconds since the epoch. */
export const tokenClaims = z.object({
  role: z.enum(roles),
  email: z.string(),
  name: text('The employee’s name when the session began'),
  exp: z.number(),
  iat: z.number(),
  sub: text('Id of the employee'),
  sid: text('Id of the session'),
  setUpTwoStep: described(
    z.optional(z.boolean()),
    'True if two-step sign-in has to be set up first. The server checks this at each call',
  ),
})

export type TokenClaims = z.output<typeof tokenClaims>
