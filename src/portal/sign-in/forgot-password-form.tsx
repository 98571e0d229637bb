import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { forgottenAccount } from '#contract/session/schema.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { call } from '#portal/calls/call.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/text-field.tsx'
import { signInWording } from './wording.ts'

const wording = signInWording.forgotPassword

/** §2, §5, §8: the same answer whether or not there is such an account. Focus stays where it was. */
export function ForgotPasswordForm() {
  const [outcome, setOutcome] = useState<'sent' | { failed: string }>()
  const { register, handleSubmit, getValues, reset, formState } = useForm({
    resolver: zodResolver(forgottenAccount),
    defaultValues: { email: '' },
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = formState

  const send = handleSubmit(async (account) => {
    try {
      await call(sessionEndpoints.forgot, { body: account })
      reset()
      setOutcome('sent')
    } catch (error) {
      setOutcome({ failed: sentenceOf(error) })
    }
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    // Sent twice by one hand: the emptied field is no mistake, and what was said stays.
    if (isSubmitting || (outcome === 'sent' && !getValues('email'))) return
    setOutcome(undefined)
    void send(event)
  }

  return (
    <form onSubmit={submit} noValidate>
      <SuccessMessage title={outcome === 'sent' ? sessionWording.forgotSent : undefined}>
        {wording.sentDetail}
      </SuccessMessage>
      {typeof outcome === 'object' && (
        <Banner tone="danger" title={sessionWording.forgotFailed}>
          {outcome.failed}
        </Banner>
      )}
      <EmailField
        label={wording.email}
        required
        autoComplete="username"
        error={errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" tone="primary" busy={isSubmitting}>
        {isSubmitting ? wording.submitting : wording.submit}
      </Button>
    </form>
  )
}
