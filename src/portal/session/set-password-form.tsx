import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { signInPaths } from '#contract/paths.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { call } from './call.ts'
import { CallFailure } from './call-failure.ts'
import { forgetLinkToken } from './link-token.ts'
import { passwordForm } from './password-form.ts'
import { signInWording } from './wording.ts'

const wording = signInWording.setPassword

/** §9. Milliseconds. */
const waitBeforeLogin = 2500

export function SetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<'saved' | { failed: string | undefined }>()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '', confirm: '' },
  })
  const { errors, isSubmitting } = formState
  const saved = outcome === 'saved'

  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => navigate(signInPaths.login, { replace: true }), waitBeforeLogin)
    return () => clearTimeout(timer)
  }, [saved, navigate])

  const save = handleSubmit(async ({ password }) => {
    setOutcome(undefined)
    try {
      await call(sessionEndpoints.save, { body: { token, password } })
      forgetLinkToken()
      setOutcome('saved')
    } catch (error) {
      const tooCommon =
        error instanceof CallFailure && error.fields.password === sessionWording.passwordTooCommon
      // Decision 43: that one is said beside the field, every other failure is the specified sentence.
      if (tooCommon) setError('password', { message: error.fields.password }, { shouldFocus: true })
      else setOutcome({ failed: error instanceof CallFailure && !error.answered ? error.message : undefined })
    }
  })

  if (saved) {
    return (
      <Banner tone="success" title={sessionWording.passwordSaved}>
        {wording.onward}
      </Banner>
    )
  }
  return (
    <form onSubmit={(event) => (isSubmitting ? event.preventDefault() : void save(event))} noValidate>
      {outcome && (
        <Banner tone="danger" title={sessionWording.passwordFailed}>
          {outcome.failed}
        </Banner>
      )}
      <PasswordField
        label={wording.password}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={wording.confirm}
        autoComplete="new-password"
        error={errors.confirm?.message}
        {...register('confirm')}
      />
      <Button type="submit" tone="primary" busy={isSubmitting}>
        {isSubmitting ? wording.submitting : wording.submit}
      </Button>
    </form>
  )
}
