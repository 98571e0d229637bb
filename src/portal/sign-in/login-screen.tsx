import { type FormEvent, useEffect, useState } from 'react'
import { ownMessages } from '#contract/failures.ts'
import { loginForm } from '#contract/session/form.ts'
import { call } from '#portal/calls/call.ts'
import { CallFailure, errorMessage, isFailure, retryAdvice } from '#portal/calls/call-failure.ts'
import { type FormError, useForm } from '#portal/form/use-form.ts'
import { organizationName } from '#portal/screen/screen-title.tsx'
import { hasSessionEnded, readAccount } from '#portal/session/redirects.ts'
import { currentSession, readSavedEmail, saveEmail } from '#portal/session/stored-session.ts'
import { Banner, ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { EmailField } from '#ui/text-field.tsx'
import type { CodeForm } from './code-form.tsx'
import { redirectAfterLogin, startSession } from './sign-in.ts'
import { ForgotPasswordLink, focusFirstEmptyField, SignInCard } from './sign-in-card.tsx'

export function LoginScreen() {
  const [alreadySignedIn] = useState(currentSession)
  const [ended] = useState(hasSessionEnded)

  useEffect(() => {
    if (alreadySignedIn) redirectAfterLogin(alreadySignedIn)
  }, [alreadySignedIn])

  if (alreadySignedIn) return null
  return (
    <SignInCard title={organizationName()} tabTitle="Login" subtitle="Admin / Employee Login">
      {ended && (
        <Banner tone="info">
          <p>{ownMessages.sessionEnded}</p>
          <p>Your unsaved text has been kept.</p>
        </Banner>
      )}
      <LoginForms />
    </SignInCard>
  )
}

type Credentials = { email: string; password: string }

/** Signs in and leaves the page. */
async function logIn(credentials: Credentials & { code?: string }): Promise<void> {
  const { token } = await call('POST /auth/login', { body: credentials })
  const started = startSession(token)
  if (started?.isStored) return redirectAfterLogin(started.session)
  const reason = started?.clockIsAhead
    ? 'This device’s clock is far ahead. Correct its date and time and try again.'
    : 'This browser does not let this site store data, so you cannot stay signed in. Allow site data and try again.'
  throw new CallFailure({ code: 'not-stored', message: started ? reason : '' }, 0, false)
}

/** The password first; the code only for accounts that need one. */
function LoginForms() {
  const [second, setSecond] = useState<{ CodeForm: typeof CodeForm; passed: Credentials }>()
  const [refusal, setRefusal] = useState<FormError>()

  /** Loads the form for the code, which most accounts don't need. */
  async function askForCode(passed: Credentials) {
    const { CodeForm } = await import('./code-form.tsx')
    setSecond({ CodeForm, passed })
  }

  if (!second) return <PasswordForm refusal={refusal} onCodeNeeded={askForCode} />
  return (
    <second.CodeForm
      logIn={(code) => logIn({ ...second.passed, code })}
      loginError={loginError}
      onStartOver={(error) => {
        setRefusal(error)
        setSecond(undefined)
      }}
    />
  )
}

type PasswordFormProps = {
  /** Why the code was rejected. */
  refusal: FormError | undefined
  onCodeNeeded: (credentials: Credentials) => Promise<void>
}

function PasswordForm({ refusal, onCodeNeeded }: PasswordFormProps) {
  const [savedEmail] = useState(readSavedEmail)
  const [saveUsername, setSaveUsername] = useState(savedEmail !== '')
  const form = useForm<'email' | 'password', Credentials>({
    values: { email: readAccount() ?? savedEmail, password: '' },
    schema: () => loginForm,
    error: refusal,
    async send(credentials) {
      try {
        await logIn(credentials)
      } catch (error) {
        if (!isFailure(error, 'second-step-needed')) throw error
        await onCodeNeeded(credentials)
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
    saveEmail(form.values.email.trim(), saveUsername)
    void form.submit(event)
  }

  return (
    <form className="stack" onSubmit={submit} noValidate ref={focusFirstEmptyField}>
      <ErrorBanner error={form.formError} />
      <EmailField label="Email" required autoComplete="username" {...form.field('email')} />
      <PasswordField label="Password" required {...form.field('password')} />
      <div className="row row-apart">
        <CheckboxField
          label="Save username"
          checked={saveUsername}
          onChange={(event) => setSaveUsername(event.currentTarget.checked)}
        />
        <ForgotPasswordLink />
      </div>
      <Button type="submit" tone="primary" busy={busy}>
        {busy ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}

/** The server's message if there is one, else 'Login failed' and the reason (docs/specification.md §8). */
function loginError(error: unknown): FormError {
  if (error instanceof CallFailure && error.answered)
    return { title: error.message, detail: retryAdvice(error) }
  return { title: 'Login failed', detail: errorMessage(error) }
}
