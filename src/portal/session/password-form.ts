import * as z from 'zod/mini'
import { hasPasswordLength } from '#contract/session/schema.ts'
import { sessionWording } from '#contract/session/wording.ts'

const message = sessionWording.passwordMismatch

/** §5: one sentence for whatever is wrong, beside the field to change. */
export const passwordForm = z.object({ password: z.string(), confirm: z.string() }).check(
  z.refine(({ password }) => hasPasswordLength(password), { path: ['password'], message, abort: true }),
  z.refine(({ password, confirm }) => password === confirm, { path: ['confirm'], message }),
)
