import { type FormEvent, useState } from 'react'
import { linkDuration } from '#contract/durations.ts'
import { forgottenAccount } from '#contract/session/form.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { call } from '#portal/calls/call.ts'
import { reasonAfter } from '#portal/calls/call-failure.ts'
import { useForm } from '#portal/form/use-form.ts'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/text-field.tsx'
import { BackToLogin, focusFirstEmptyField, SignInCard } from './sign-in-card.tsx'

export function ForgotPasswordScreen() {
  return (
    <SignInCard
      title="Forgot Password"
      subtitle={`Enter your account’s email address. We will send you a link to choose a new password. The link works for ${linkDuration.reset}.`}
    >
      <ForgotPasswordForm />
      <BackToLogin />
    </SignInCard>
  )
}

/** Answers the same whether or not there is such an account (docs/specification.md §8). Focus stays where it was. */
function ForgotPasswordForm() {
  const [isSent, setIsSent] = useState(false)
  const form = useForm<'email', { email: string }>({
    values: { email: '' },
    schema: () => forgottenAccount,
    send: (account) => call('POST /auth/forgot', { body: account }),
    failureOf(error) {
      const title = 'Something went wrong. Please try again later.'
      return { title, detail: reasonAfter(title, error) }
    },
  })
  const { formError } = form
  const isSending = form.status === 'sending'

  async function submit(event: FormEvent) {
    event.preventDefault()
    // After a double click the emptied field is no mistake, and the success message stays.
    if (isSent && !form.values.email) return
    setIsSent(false)
    if (!(await form.submit())) return
    form.reset({ email: '' })
    setIsSent(true)
  }

  return (
    <form className="stack" onSubmit={submit} noValidate ref={focusFirstEmptyField}>
      <SuccessMessage title={isSent ? sessionWording.forgotSent : undefined}>
        No email after a few minutes? Check your spam folder or ask the person who created your account.
      </SuccessMessage>
      <ErrorBanner error={formError} />
      <EmailField label="Email" required autoComplete="username" {...form.field('email')} />
      <Button type="submit" tone="primary" busy={isSending}>
        {isSending ? 'Sending...' : 'Send Reset Link'}
      </Button>
    </form>
  )
}
