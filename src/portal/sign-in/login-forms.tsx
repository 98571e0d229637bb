import { type FormEvent, useState } from 'react'
import { loginForm } from '#contract/session/form.ts'
import { call } from '#portal/calls/call.ts'
import { type CallFailure, isFailure } from '#portal/calls/call-failure.ts'
import { type FormError, useForm } from '#portal/form/use-form.ts'
import { readSavedEmail, saveEmail } from '#portal/session/stored-session.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { EmailField } from '#ui/text-field.tsx'
import type { CodeForm } from './code-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { loginError } from './sign-in.ts'
import { ForgotPasswordLink, focusFirstEmptyField } from './sign-in-card.tsx'

type Credentials = { email: string; password: string }

type LoginFormsProps = {
  /** Entered at the start; otherwise the saved user name is. */
  email: string | null
  /** In a dialog over a page that must not be left. */
  isOverPage?: boolean
  /** Stores the session and goes on; throws a `CallFailure` if that isn't possible. */
  onSignedIn: (token: string) => unknown
}

/** The password first; the code only for accounts that need one. The other ways are below. */
export function LoginForms({ email, isOverPage = false, onSignedIn }: LoginFormsProps) {
  const [second, setSecond] = useState<{
    CodeForm: typeof CodeForm
    passed: Credentials
    hasApp: boolean
  }>()
  const [refusal, setRefusal] = useState<FormError>()

  async function logIn(body: Credentials & { code?: string }): Promise<void> {
    const { token } = await call('POST /auth/login', { body })
    await onSignedIn(token)
  }

  /** Loads the form for the code, which most accounts don't need. */
  async function askForCode(passed: Credentials, { secondSteps }: CallFailure) {
    const { CodeForm } = await import('./code-form.tsx')
    setSecond({ CodeForm, passed, hasApp: secondSteps.includes('app') })
  }

  return (
    <>
      {second ? (
        <second.CodeForm
          hasApp={second.hasApp}
          logIn={(code) => logIn({ ...second.passed, code })}
          onStartOver={(error) => {
            setRefusal(error)
            setSecond(undefined)
          }}
        />
      ) : (
        <PasswordForm
          email={email}
          isOverPage={isOverPage}
          refusal={refusal}
          logIn={logIn}
          onCodeNeeded={askForCode}
        />
      )}
      <OtherWays onSignedIn={onSignedIn} isOverPage={isOverPage} />
    </>
  )
}

type PasswordFormProps = Pick<LoginFormsProps, 'email'> & {
  isOverPage: boolean
  /** Why the code was rejected. */
  refusal: FormError | undefined
  logIn: (credentials: Credentials) => Promise<void>
  onCodeNeeded: (credentials: Credentials, failure: CallFailure) => Promise<void>
}

function PasswordForm({ email, isOverPage, refusal, logIn, onCodeNeeded }: PasswordFormProps) {
  const [savedEmail] = useState(readSavedEmail)
  const [saveUsername, setSaveUsername] = useState(savedEmail !== '')
  const form = useForm<'email' | 'password', Credentials>({
    values: { email: email ?? savedEmail, password: '' },
    schema: () => loginForm,
    error: refusal,
    async send(credentials) {
      try {
        await logIn(credentials)
      } catch (error) {
        if (!isFailure(error, 'second-step-needed')) throw error
        await onCodeNeeded(credentials, error)
      }
    },
    failureOf(error) {
      form.focus('password')
      return loginError(error)
    },
  })
  // Also while the page after the sign-in loads.
  const busy = form.locked

  function submit(event: FormEvent<HTMLFormElement>) {
    // docs/product.md 44: at the moment of submitting, even if the sign-in fails.
    if (!isOverPage) saveEmail(form.values.email.trim(), saveUsername)
    void form.submit(event)
  }

  return (
    <form className="stack" onSubmit={submit} noValidate ref={focusFirstEmptyField}>
      <ErrorBanner error={form.formError} />
      <EmailField label="Email" required autoComplete="username" {...form.field('email')} />
      <PasswordField
        label="Password"
        required
        data-first-focus={isOverPage ? '' : undefined}
        {...form.field('password')}
      />
      {!isOverPage && (
        <div className="row row-apart">
          <CheckboxField
            label="Save username"
            checked={saveUsername}
            onChange={(event) => setSaveUsername(event.currentTarget.checked)}
          />
          <ForgotPasswordLink />
        </div>
      )}
      <Button type="submit" tone="primary" busy={busy}>
        {busy ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}
