import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { signInPaths } from '#contract/paths.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { call } from '#portal/calls/call.ts'
import { CallFailure, isFailure, isUnanswered, sentenceOf } from '#portal/calls/call-failure.ts'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { forgetLinkToken } from './link-token.ts'
import { endStoredSession } from './logout.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { passwordForm } from './password-form.ts'
import { WayToNewLink } from './way-to-new-link.tsx'
import { signInWording } from './wording.ts'

const wording = signInWording.setPassword

/** §9. Milliseconds. */
const waitBeforeLogin = 2500

type SetPasswordFormProps = { token: string; signedInAs: string | undefined }

export function SetPasswordForm({ token, signedInAs }: SetPasswordFormProps) {
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<'saved' | { failed: string; linkIsOver: boolean }>()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '', confirm: '' },
  })
  const { errors, isSubmitting } = formState
  const saved = outcome === 'saved'
  const unanswered = useRef(false)
  const success = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!saved) return
    success.current?.focus()
    const timer = setTimeout(() => navigate(signInPaths.login, { replace: true }), waitBeforeLogin)
    return () => clearTimeout(timer)
  }, [saved, navigate])

  const save = handleSubmit(async ({ password }) => {
    try {
      await call(sessionEndpoints.save, { body: { token, password } })
      forgetLinkToken()
      // Whoever chose the password signs in next: not into what somebody else has open in this browser.
      endStoredSession()
      setOutcome('saved')
    } catch (error) {
      const tooCommon =
        error instanceof CallFailure && error.fields.password === sessionWording.passwordTooCommon
      // Decision 43: that one is said beside the field, every other failure is the specified sentence.
      if (tooCommon) return setError('password', { message: error.fields.password }, { shouldFocus: true })
      const linkIsOver = isFailure(error, 'link-not-valid')
      if (linkIsOver) forgetLinkToken()
      // A try without an answer may have used the link up.
      const linkSentence = unanswered.current ? wording.maybeSaved : wording.askForLink
      setOutcome({ failed: linkIsOver ? linkSentence : sentenceOf(error), linkIsOver })
      unanswered.current ||= isUnanswered(error)
    }
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSubmitting) return
    setOutcome(undefined)
    void save(event)
  }

  return (
    <>
      <SuccessMessage title={saved ? sessionWording.passwordSaved : undefined} ref={success}>
        {wording.onward}
      </SuccessMessage>
      {!saved && (
        <form onSubmit={submit} noValidate>
          {outcome && (
            <Banner tone="danger" title={sessionWording.passwordFailed}>
              <p>{outcome.failed}</p>
              {outcome.linkIsOver && <WayToNewLink />}
            </Banner>
          )}
          {signedInAs && !outcome?.linkIsOver && (
            <Banner title={wording.signedIn(signedInAs)} announce="none">
              {wording.signedInDetail}
            </Banner>
          )}
          <NewPasswordFields register={register} errors={errors} wording={wording} />
          <Button type="submit" tone="primary" busy={isSubmitting}>
            {isSubmitting ? wording.submitting : wording.submit}
          </Button>
        </form>
      )}
    </>
  )
}
