import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { signInPaths } from '#contract/paths.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { call } from './call.ts'
import { CallFailure, isFailure, sentenceOf } from './call-failure.ts'
import { forgetLinkToken } from './link-token.ts'
import { passwordForm } from './password-form.ts'
import { signInWording } from './wording.ts'

const wording = signInWording.setPassword

/** §9. Milliseconds. */
const waitBeforeLogin = 2500

export function SetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<'saved' | { failed: string }>()
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
    try {
      await call(sessionEndpoints.save, { body: { token, password } })
      forgetLinkToken()
      setOutcome('saved')
    } catch (error) {
      const tooCommon =
        error instanceof CallFailure && error.fields.password === sessionWording.passwordTooCommon
      // Decision 43: that one is said beside the field, every other failure is the specified sentence.
      if (tooCommon) return setError('password', { message: error.fields.password }, { shouldFocus: true })
      const linkIsOver = isFailure(error, 'link-not-valid')
      if (linkIsOver) forgetLinkToken()
      setOutcome({ failed: linkIsOver ? wording.askForLink : sentenceOf(error) })
    }
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSubmitting) return
    setOutcome(undefined)
    void save(event)
  }

  if (saved) {
    return (
      <Banner tone="success" title={sessionWording.passwordSaved}>
        {wording.onward}
      </Banner>
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      {outcome && (
        <Banner tone="danger" title={sessionWording.passwordFailed}>
          <p>{outcome.failed}</p>
          <Anchor className="sign-in-card-link" href={signInPaths.login}>
            {signInWording.backToLogin}
          </Anchor>
        </Banner>
      )}
      <PasswordField
        label={wording.password}
        required
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={wording.confirm}
        required
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
