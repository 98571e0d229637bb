import * as z from 'zod/mini'
import { roles } from '../access/roles.ts'
import { lengths } from '../lengths.ts'
import { emailAddress, maxLength } from '../text.ts'
import { passwordLength } from './limits.ts'
import { passwordLengthText, sessionWording } from './wording.ts'

/** Passwords are measured and hashed in NFKC, because keyboards may encode the same characters differently. */
export const normalizedPassword = (password: string): string => password.normalize('NFKC')

export function hasPasswordLength(password: string): boolean {
  const length = [...normalizedPassword(password)].length
  return length >= passwordLength.min && length <= passwordLength.max
}

/** Validation of the login screen. Any invalid password gets the 'required' message. */
export const loginForm = z.object({
  email: emailAddress({ required: sessionWording.emailRequired, invalid: sessionWording.emailInvalid }),
  password: z
    .string({ error: sessionWording.passwordRequired })
    .check(z.refine(hasPasswordLength, sessionWording.passwordRequired)),
})

/** A code from an authenticator app, or a recovery code. */
const code = z.string({ error: sessionWording.codeRequired }).check(
  z.trim(),
  z.minLength(1, { error: sessionWording.codeRequired, abort: true }),
  ...maxLength(100, sessionWording.codeRequired),
  z.meta({
    description: 'The 6 digits that the authenticator app shows, or a recovery code',
    examples: ['492039'],
  }),
)

/** What the API accepts: an email or password that no account can have gets the same reply as a wrong one. */
export const credentials = z.object({
  email: z
    .string({ error: sessionWording.emailRequired })
    .check(
      z.trim(),
      ...maxLength(1000, sessionWording.emailInvalid),
      z.meta({ description: 'Email address', examples: ['amina.warsame@example.org'] }),
    ),
  password: z
    .string({ error: sessionWording.passwordRequired })
    .check(
      ...maxLength(1000, sessionWording.passwordRequired),
      z.meta({ examples: ['four words in a row'] }),
    ),
  code: z.optional(code),
})

/** The first code of an authenticator app. */
export const firstCode = z.object({ code })

const chosenPassword = z.string({ error: sessionWording.passwordLength }).check(
  ...maxLength(1000, sessionWording.passwordLength),
  z.refine(hasPasswordLength, sessionWording.passwordLength),
  z.meta({
    description: `The new password: ${passwordLengthText} of any kind`,
    examples: ['another four words here'],
  }),
)

export const oneTimeLink = z.object({
  token: z
    .string({ error: sessionWording.linkMissing })
    .check(
      z.minLength(1, { error: sessionWording.linkMissing, abort: true }),
      ...maxLength(200, sessionWording.linkMissing),
      z.meta({ description: 'The value of `token` in the link', examples: ['pT3kq0mZx9VfYw2LrB7cNdHs'] }),
    ),
})

export const newPassword = z.extend(oneTimeLink, { password: chosenPassword })

/** Checks only that the address has an '@'. */
export const forgottenAccount = z.object({
  email: z.string({ error: sessionWording.forgotInvalid }).check(
    z.trim(),
    ...maxLength(lengths.email, { error: sessionWording.forgotInvalid, abort: true }),
    z.refine((value) => value.includes('@'), sessionWording.forgotInvalid),
    z.meta({ description: 'Email address of the account', examples: ['amina.warsame@example.org'] }),
  ),
})

const currentPassword = z
  .string({ error: sessionWording.currentPasswordRequired })
  .check(
    z.minLength(1, { error: sessionWording.currentPasswordRequired, abort: true }),
    ...maxLength(1000, sessionWording.currentPasswordRequired),
    z.meta({ description: 'The current password', examples: ['four words in a row'] }),
  )

export const passwordChange = z.object({ currentPassword, password: chosenPassword })

export const confirmation = z.object({ password: currentPassword, code: z.optional(code) })

/** For changes that weaken two-step sign-in. */
export const passwordAndCode = z.object({ password: currentPassword, code })

/** The token's content. Instants in seconds since the epoch. */
export const tokenClaims = z.object({
  role: z.enum(roles),
  email: z.string(),
  name: z.string().check(z.describe('The employee’s name when the session began')),
  exp: z.number(),
  iat: z.number(),
  sub: z.string().check(z.describe('Id of the employee')),
  sid: z.string().check(z.describe('Id of the session')),
  setUpTwoStep: z
    .optional(z.boolean())
    .check(
      z.describe('True if two-step sign-in has to be set up first. The server checks this at each call'),
    ),
})

export type TokenClaims = z.output<typeof tokenClaims>
