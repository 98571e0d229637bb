import { type FormEvent, useState } from 'react'
import { forgottenAccount } from '#contract/session/form.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { call } from '#portal/calls/call.ts'
import { reasonAfter } from '#portal/calls/call-failure.ts'
import { useFormFields } from '#portal/form/use-form-fields.ts'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/text-field.tsx'
import { passwordWording } from './password-wording.ts'
import { BackToLogin, focusFirstEmptyField, SignInCard } from './sign-in-card.tsx'

const wording = passwordWording.forgotPassword

export function ForgotPasswordScreen() {
  return (
    <SignInCard title={wording.title} subtitle={wording.intro}>
      <ForgotPasswordForm />
      <BackToLogin />
    </SignInCard>
  )
}

/** Answers the same whether or not there is such an account (docs/specification.md §8). Focus stays where it was. */
function ForgotPasswordForm() {
  const [isSent, setIsSent] = useState(false)
  const form = useFormFields<'email', { email: string }>({
    values: { email: '' },
    schema: () => forgottenAccount,
    reValidateMode: 'onSubmit',
    async send(account) {
      await call('POST /auth/forgot', { body: account })
      form.reset({ email: '' })
      setIsSent(true)
    },
    formErrorOf: (error) => ({
      title: sessionWording.forgotFailed,
      detail: reasonAfter(sessionWording.forgotFailed, error),
    }),
  })
  const { formError, isSubmitting } = form

  function submit(event: FormEvent) {
    event.preventDefault()
    // After a double click the emptied field is no mistake, and the success message stays.
    if (isSubmitting || (isSent && !form.values().email)) return
    setIsSent(false)
    void form.submit()
  }

  return (
    <form className="stack" onSubmit={submit} noValidate ref={focusFirstEmptyField}>
      <SuccessMessage title={isSent ? sessionWording.forgotSent : undefined}>
        {wording.sentDetail}
      </SuccessMessage>
      <ErrorBanner error={formError} />
      <EmailField label={wording.email} required autoComplete="username" {...form.plainField('email')} />
      <Button type="submit" tone="primary" busy={isSubmitting}>
        {isSubmitting ? wording.submitting : wording.submit}
      </Button>
    </form>
  )
}
