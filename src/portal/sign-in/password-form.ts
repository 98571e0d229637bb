import * as z from 'zod/mini'
import { hasPasswordLength } from '#contract/session/schema.ts'
import { sessionWording } from '#contract/session/wording.ts'

const message = sessionWording.passwordMismatch

const typedTwice = { password: z.string(), confirm: z.string() }

type TypedTwice = { password: string; confirm: string }

/** §5: one sentence for whatever is wrong, beside the field to change. */
const agreement = [
  z.refine<TypedTwice>(({ password }) => hasPasswordLength(password), {
    path: ['password'],
    message,
    abort: true,
  }),
  z.refine<TypedTwice>(({ password, confirm }) => password === confirm, { path: ['confirm'], message }),
] as const

export const passwordForm = z.object(typedTwice).check(...agreement)

export const passwordChangeForm = z
  .object({
    currentPassword: z.string().check(z.minLength(1, sessionWording.currentPasswordRequired)),
    ...typedTwice,
  })
  .check(...agreement)
