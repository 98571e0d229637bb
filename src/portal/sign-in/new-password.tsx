import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { hasPasswordLength } from '#contract/session/limits.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { PasswordField } from '#ui/password-field.tsx'

const message = 'Passwords must match and meet length requirements.'

const typedTwice = { password: z.string(), confirm: z.string() }

type TypedTwice = { password: string; confirm: string }

/** One message for every mistake, beside the field to change (docs/specification.md §5). */
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

type NewPasswordFieldsProps = {
  form: { field: (name: 'password' | 'confirm') => Omit<ComponentProps<typeof PasswordField>, 'label'> }
  hint?: string
}

/** A new password, typed twice. */
export function NewPasswordFields({ form, hint }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label="New password"
        hint={hint}
        required
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordField
        label="Confirm password"
        required
        autoComplete="new-password"
        {...form.field('confirm')}
      />
    </>
  )
}
