import { type FormEvent, useState } from 'react'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { forgottenAccount } from '#contract/session/schema.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { call } from '#portal/calls/call.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { useFormFields } from '#portal/record-form/use-form-fields.ts'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/text-field.tsx'
import { signInWording } from './wording.ts'

const wording = signInWording.forgotPassword

/** §2, §5, §8: the same answer whether or not there is such an account. Focus stays where it was. */
export function ForgotPasswordForm() {
  const [isSent, setIsSent] = useState(false)
  const form = useFormFields<'email', { email: string }>({
    values: { email: '' },
    schema: () => forgottenAccount,
    reValidateMode: 'onSubmit',
    async send(account) {
      await call(sessionEndpoints.forgot, { body: account })
      form.reset({ email: '' })
      setIsSent(true)
    },
    refusalOf: (error) => ({ title: sessionWording.forgotFailed, detail: sentenceOf(error) }),
  })
  const { refusal, isSubmitting } = form

  function submit(event: FormEvent) {
    event.preventDefault()
    // Sent twice by one hand: the emptied field is no mistake, and what was said stays.
    if (isSubmitting || (isSent && !form.values().email)) return
    setIsSent(false)
    void form.submit()
  }

  return (
    <form onSubmit={submit} noValidate>
      <SuccessMessage title={isSent ? sessionWording.forgotSent : undefined}>
        {wording.sentDetail}
      </SuccessMessage>
      {refusal && (
        <Banner tone="danger" title={refusal.title}>
          {refusal.detail}
        </Banner>
      )}
      <EmailField label={wording.email} required autoComplete="username" {...form.plainField('email')} />
      <Button type="submit" tone="primary" busy={isSubmitting}>
        {isSubmitting ? wording.submitting : wording.submit}
      </Button>
    </form>
  )
}
