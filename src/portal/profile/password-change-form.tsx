import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { CallFailure, isFailure, isUnanswered, sentenceOf } from '#portal/calls/call-failure.ts'
import { leaveForLogin } from '#portal/session/departure.ts'
import { clearSession } from '#portal/session/stored-session.ts'
import { useSession } from '#portal/session/use-session.ts'
import { NewPasswordFields } from '#portal/sign-in/new-password-fields.tsx'
import { passwordChangeForm } from '#portal/sign-in/password-form.ts'
import { changePassword } from '#portal/sign-in/sign-in.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { profileWording } from './wording.ts'

const wording = profileWording.password

type PasswordChangeFormProps = { onSend: () => void; onChanged: () => void; onCancel: () => void }

export function PasswordChangeForm({ onSend, onChanged, onCancel }: PasswordChangeFormProps) {
  const { email } = useSession()
  const [refusal, setRefusal] = useState<{ title: string; detail: string }>()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(passwordChangeForm),
    defaultValues: { currentPassword: '', password: '', confirm: '' },
  })
  const { errors, isSubmitting } = formState

  useEffect(() => setFocus('currentPassword'), [setFocus])

  const save = handleSubmit(async ({ currentPassword, password }) => {
    try {
      const result = await changePassword({ currentPassword, password })
      if (result?.kept) return onChanged()
      // The old session is over, and this browser keeps no new one.
      clearSession()
      leaveForLogin({ ended: true })
    } catch (error) {
      refuse(error)
    }
  })

  /** What belongs to a field is said beside it. */
  function refuse(error: unknown) {
    const { password } = error instanceof CallFailure ? error.fields : {}
    if (isFailure(error, 'wrong-password'))
      setError('currentPassword', { message: error.message }, { shouldFocus: true })
    else if (password) setError('password', { message: password }, { shouldFocus: true })
    else if (isUnanswered(error))
      setRefusal({ title: wording.unanswered, detail: `${sentenceOf(error)} ${wording.perhapsTheNewOne}` })
    else setRefusal({ title: wording.failed, detail: sentenceOf(error) })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSubmitting) return
    setRefusal(undefined)
    onSend()
    void save(event)
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
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <NewPasswordFields register={register} errors={errors} wording={wording} />
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
