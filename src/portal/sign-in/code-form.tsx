import { useEffect, useState } from 'react'
import { firstCode } from '#contract/session/form.ts'
import { isFailure } from '#portal/calls/call-failure.ts'
import { type FormError, useFormFields } from '#portal/form/use-form-fields.ts'
import { CodeField } from '#portal/two-step/code-field.tsx'
import { twoStepWording } from '#portal/two-step/wording.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { signInWording } from './wording.ts'

const wording = twoStepWording.signIn

type CodeFormProps = {
  logIn: (code: string) => Promise<FormError | undefined>
  loginError: (error: unknown) => FormError
  /** Back to the password, which may have been changed meanwhile. */
  onStartOver: (error?: FormError) => void
}

/** The second step of the login. */
export function CodeForm({ logIn, loginError, onStartOver }: CodeFormProps) {
  const [isRecovery, setRecovery] = useState(false)
  const form = useFormFields<'code', { code: string }>({
    values: { code: '' },
    schema: () => firstCode,
    reValidateMode: 'onSubmit',
    async send({ code }) {
      form.setFormError(await logIn(code))
    },
    formErrorOf(error): FormError | undefined {
      if (isFailure(error, 'wrong-credentials')) {
        onStartOver(loginError(error))
        return undefined
      }
      if (isFailure(error, 'wrong-code')) return form.showFieldErrors({ code: error.message })
      form.focus('code')
      return loginError(error)
    },
  })
  const { focus, formError } = form
  const busy = form.isSubmitting || (form.isSubmitSuccessful && !formError && !form.messageAt('code'))

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it appears and when its kind changes
  useEffect(() => focus('code'), [isRecovery])

  function changeKind() {
    form.reset({ code: '' })
    setRecovery(!isRecovery)
  }

  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <ErrorBanner error={formError} />
      <CodeField
        digitsOnly={!isRecovery}
        label={isRecovery ? wording.recoveryCode : twoStepWording.code}
        hint={isRecovery ? wording.recoveryHint : wording.codeHint}
        {...form.plainField('code')}
      />
      {isRecovery && <p>{wording.lost}</p>}
      <Button type="submit" tone="primary" busy={busy}>
        {busy ? signInWording.login.submitting : signInWording.login.submit}
      </Button>
      <div className="row row-apart">
        <Button tone="quiet" onClick={changeKind}>
          {isRecovery ? wording.toApp : wording.toRecovery}
        </Button>
        <Button tone="quiet" onClick={() => onStartOver()}>
          {wording.back}
        </Button>
      </div>
    </form>
  )
}
