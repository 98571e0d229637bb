import * as z from 'zod/mini'
import type { CallName } from '#contract/endpoint-table.ts'
import { passwordAndCode } from '#contract/session/form.ts'
import { confirmationSeconds } from '#contract/session/limits.ts'
import { call } from '#portal/calls/call.ts'
import { errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { type FormFailure, useForm } from '#portal/form/use-form.ts'
import { useSession } from '#portal/session/use-session.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { CodeField } from './code-field.tsx'
import { confirmedActions } from './wording.ts'

const passwordOnly = z.pick(passwordAndCode, { password: true })

export type ConfirmationProps = {
  /** What the password is needed for. */
  needed: CallName
  /** The account has two-step sign-in. */
  needsCode: boolean
  onFinish: (isConfirmed: boolean) => void
}

export function ConfirmPasswordDialog({ needed, needsCode, onFinish }: ConfirmationProps) {
  const { email } = useSession()
  const form = useForm<'password' | 'code', { password: string; code?: string }>({
    values: { password: '', code: '' },
    schema: () => (needsCode ? passwordAndCode : passwordOnly),
    async send(body) {
      await call('POST /auth/confirm', { body })
      onFinish(true)
    },
    failureOf(error): FormFailure {
      if (isFailure(error, 'wrong-password')) return { fields: { password: error.message } }
      if (isFailure(error, 'wrong-code')) return { fields: { code: error.message } }
      return { title: 'Your password was not confirmed.', detail: errorMessage(error) }
    },
  })
  const { formError, locked } = form
  return (
    <FormDialog
      title="Confirm your password"
      submitLabel={locked ? 'Confirming…' : 'Confirm'}
      busy={locked}
      onClose={() => onFinish(false)}
      onSubmit={form.submit}
    >
      <ErrorBanner error={formError} />
      <p>
        You last entered your password {needsCode && 'and a code '}more than {confirmationSeconds / 60}{' '}
        minutes ago. Enter {needsCode ? 'both' : 'it'} again to {confirmedActions[needed] ?? 'continue'}.
      </p>
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Password" required {...form.field('password')} />
      {needsCode && <CodeField label="Code or recovery code" {...form.field('code')} />}
    </FormDialog>
  )
}
