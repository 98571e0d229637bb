import { type FormEvent, useEffect } from 'react'
import { CallFailure, isFailure, isUnanswered, sentenceOf } from '#portal/calls/call-failure.ts'
import { type Refusal, useFormFields } from '#portal/record-form/use-form-fields.ts'
import { leaveForLogin } from '#portal/session/redirects.ts'
import { clearSession } from '#portal/session/stored-session.ts'
import { useSession } from '#portal/session/use-session.ts'
import { NewPasswordFields, passwordChangeForm } from '#portal/sign-in/new-password.tsx'
import { changePassword } from '#portal/sign-in/sign-in.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { profileWording } from './wording.ts'

const wording = profileWording.password

type PasswordChangeFormProps = { onSend: () => void; onChanged: () => void; onCancel: () => void }

type Passwords = { currentPassword: string; password: string }

export function PasswordChangeForm({ onSend, onChanged, onCancel }: PasswordChangeFormProps) {
  const { email } = useSession()
  const form = useFormFields<'currentPassword' | 'password' | 'confirm', Passwords>({
    values: { currentPassword: '', password: '', confirm: '' },
    schema: () => passwordChangeForm,
    async send({ currentPassword, password }) {
      const result = await changePassword({ currentPassword, password })
      if (result?.kept) return onChanged()
      // The old session is over, and this browser keeps no new one.
      clearSession()
      leaveForLogin({ ended: true })
    },
    refusalOf,
  })
  const { focus, refusal, isSubmitting } = form

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is opened
  useEffect(() => focus('currentPassword'), [])

  /** What belongs to a field is said beside it. */
  function refusalOf(error: unknown): Refusal | undefined {
    const { password } = error instanceof CallFailure ? error.fields : {}
    if (isFailure(error, 'wrong-password')) return form.showFieldErrors({ currentPassword: error.message })
    if (password) return form.showFieldErrors({ password })
    if (isUnanswered(error))
      return { title: wording.unanswered, detail: `${sentenceOf(error)} ${wording.perhapsTheNewOne}` }
    return { title: wording.failed, detail: sentenceOf(error) }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSubmitting) return
    onSend()
    void form.submit()
  }

  return (
    <form className="profile-form" onSubmit={submit} noValidate>
      {refusal && (
        <Banner tone="danger" title={refusal.title}>
          {refusal.detail}
        </Banner>
      )}
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={wording.current}
        required
        autoComplete="current-password"
        {...form.plainField('currentPassword')}
      />
      <NewPasswordFields form={form} wording={wording} />
      <FormActions>
        <Button type="submit" tone="primary" busy={isSubmitting}>
          {isSubmitting ? wording.submitting : wording.submit}
        </Button>
        <Button aria-disabled={isSubmitting || undefined} onClick={() => isSubmitting || onCancel()}>
          {wording.cancel}
        </Button>
      </FormActions>
    </form>
  )
}
