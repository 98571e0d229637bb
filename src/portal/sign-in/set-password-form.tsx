import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { signInPaths } from '#contract/paths.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { call } from '#portal/calls/call.ts'
import { CallFailure, isFailure, isUnanswered, sentenceOf } from '#portal/calls/call-failure.ts'
import { type Refusal, useFormFields } from '#portal/record-form/use-form-fields.ts'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { forgetLinkToken } from './link-token.ts'
import { endStoredSession } from './logout.ts'
import { NewPasswordFields, passwordForm } from './new-password.tsx'
import { WayToNewLink } from './way-to-new-link.tsx'
import { signInWording } from './wording.ts'

const wording = signInWording.setPassword

/** §9. Milliseconds. */
const waitBeforeLogin = 2500

type SetPasswordFormProps = { token: string; signedInAs: string | undefined }

export function SetPasswordForm({ token, signedInAs }: SetPasswordFormProps) {
  const navigate = useNavigate()
  const [saved, setSaved] = useState(false)
  const form = useFormFields<'password' | 'confirm', { password: string }>({
    values: { password: '', confirm: '' },
    schema: () => passwordForm,
    async send({ password }) {
      await call(sessionEndpoints.save, { body: { token, password } })
      forgetLinkToken()
      // Whoever chose the password signs in next: not into what somebody else has open in this browser.
      endStoredSession()
      setSaved(true)
    },
    refusalOf(error): Refusal | undefined {
      const { password } = error instanceof CallFailure ? error.fields : {}
      // Decision 43: that one is said beside the field, every other failure is the specified sentence.
      if (password === sessionWording.passwordTooCommon) return form.showFieldErrors({ password })
      const linkIsOver = isFailure(error, 'link-not-valid')
      if (linkIsOver) forgetLinkToken()
      // A try without an answer may have used the link up.
      const linkSentence = unanswered.current ? wording.maybeSaved : wording.askForLink
      unanswered.current ||= isUnanswered(error)
      return {
        title: sessionWording.passwordFailed,
        detail: linkIsOver ? linkSentence : sentenceOf(error),
        code: linkIsOver ? 'link-over' : 'failed',
      }
    },
  })
  const { refusal, isSubmitting } = form
  const linkIsOver = refusal?.code === 'link-over'
  const unanswered = useRef(false)
  const success = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!saved) return
    success.current?.focus()
    const timer = setTimeout(() => navigate(signInPaths.login, { replace: true }), waitBeforeLogin)
    return () => clearTimeout(timer)
  }, [saved, navigate])

  return (
    <>
      <SuccessMessage title={saved ? sessionWording.passwordSaved : undefined} ref={success}>
        {wording.onward}
      </SuccessMessage>
      {!saved && (
        <form onSubmit={form.submit} noValidate>
          {refusal && (
            <Banner tone="danger" title={refusal.title}>
              <p>{refusal.detail}</p>
              {linkIsOver && <WayToNewLink />}
            </Banner>
          )}
          {signedInAs && !linkIsOver && (
            <Banner title={wording.signedIn(signedInAs)} announce="none">
              {wording.signedInDetail}
            </Banner>
          )}
          <NewPasswordFields form={form} wording={wording} />
          <Button type="submit" tone="primary" busy={isSubmitting}>
            {isSubmitting ? wording.submitting : wording.submit}
          </Button>
        </form>
      )}
    </>
  )
}
