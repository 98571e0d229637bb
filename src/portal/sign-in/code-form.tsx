import { useState } from 'react'
import { firstCode } from '#contract/session/form.ts'
import { isFailure } from '#portal/calls/call-failure.ts'
import { type FormError, type FormFailure, useForm } from '#portal/form/use-form.ts'
import { CodeField } from '#portal/two-step/code-field.tsx'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { loginError } from './sign-in.ts'

type CodeFormProps = {
  /** Without one there are only recovery codes. */
  hasApp: boolean
  logIn: (code: string) => Promise<void>
  /** Back to the password, which may have been changed meanwhile. */
  onStartOver: (error?: FormError) => void
}

/** The second step of the login. */
export function CodeForm({ hasApp, logIn, onStartOver }: CodeFormProps) {
  const [isRecovery, setRecovery] = useState(!hasApp)
  const form = useForm<'code', { code: string }>({
    values: { code: '' },
    takesFocus: true,
    schema: () => firstCode,
    send: ({ code }) => logIn(code),
    failureOf(error): FormFailure {
      if (isFailure(error, 'wrong-code')) return { fields: { code: error.message } }
      if (isFailure(error, 'wrong-credentials')) onStartOver(loginError(error))
      else form.focus('code')
      return loginError(error)
    },
  })
  const { formError, locked: busy } = form

  function changeKind() {
    form.reset({ code: '' })
    form.focus('code')
    setRecovery(!isRecovery)
  }

  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      <ErrorBanner error={formError} />
      {!hasApp && <p>You use a passkey. If you don’t have it with you, enter a recovery code.</p>}
      <CodeField
        digitsOnly={!isRecovery}
        label={isRecovery ? 'Recovery code' : 'Code'}
        hint={
          isRecovery
            ? 'Enter one of the codes that you saved when you set up two-step sign-in. Each code works once.'
            : 'Enter the 6 digits that your authenticator app shows.'
        }
        {...form.field('code')}
      />
      {isRecovery && (
        <p>
          {hasApp ? 'No phone' : 'No passkey'} and no recovery codes? Ask a super admin to reset your two-step
          sign-in.
        </p>
      )}
      <Button type="submit" tone="primary" busy={busy}>
        {busy ? 'Logging in...' : 'Login'}
      </Button>
      <div className="row row-apart">
        {hasApp && (
          <Button tone="quiet" onClick={changeKind}>
            {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </Button>
        )}
        <Button tone="quiet" onClick={() => onStartOver()}>
          Start over
        </Button>
      </div>
    </form>
  )
}
