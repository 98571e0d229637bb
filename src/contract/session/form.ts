import * as z from 'zod/mini'
import { described } from '../described.ts'
import { lengths } from '../lengths.ts'
import { emailAddress, lineText, maxLength } from '../text.ts'
import { hasPasswordLength } from './limits.ts'
import { passkeyNameLength } from './passkeys.ts'
import { sessionWording } from './wording.ts'

/* What the forms of the portal check. */

/** Validation of the login screen. Any invalid password gets the 'required' message. */
export const loginForm = z.object({
  email: emailAddress({ required: sessionWording.emailRequired, invalid: sessionWording.emailInvalid }),
  password: z
    .string({ error: sessionWording.passwordRequired })
    .check(z.refine(hasPasswordLength, sessionWording.passwordRequired)),
})

export const codeRequired = 'Enter the code.'

/** A code from an authenticator app, or a recovery code. */
export const code = described(
  z
    .string({ error: codeRequired })
    .check(z.trim(), z.minLength(1, { error: codeRequired, abort: true }), ...maxLength(100, codeRequired)),
  'The 6 digits that the authenticator app shows, or a recovery code',
  '492039',
)

/** The first code of an authenticator app. */
export const firstCode = z.object({ code })

/** The name of a passkey. */
export const namedPasskey = z.object({
  name: lineText({
    label: 'Name',
    max: passkeyNameLength,
    required: 'Enter a name for the passkey.',
    description: 'A name that tells it from others',
    example: 'Work laptop',
  }),
})

const forgotInvalid = 'Please enter a valid email address.'

/** Checks only that the address has an '@'. */
export const forgottenAccount = z.object({
  email: described(
    z.string({ error: forgotInvalid }).check(
      z.trim(),
      ...maxLength(lengths.email, { error: forgotInvalid, abort: true }),
      z.refine((value) => value.includes('@'), forgotInvalid),
    ),
    'Email address of the account',
    'amina.warsame@example.org',
  ),
})

export const currentPassword = described(
  z
    .string({ error: sessionWording.currentPasswordRequired })
    .check(
      z.minLength(1, { error: sessionWording.currentPasswordRequired, abort: true }),
      ...maxLength(1000, sessionWording.currentPasswordRequired),
    ),
  'The current password',
  'four words in a row',
)

/** For changes that weaken two-step sign-in. */
export const passwordAndCode = z.object({ password: currentPassword, code })
