import { type FormEvent, useState } from 'react'
import { signInPaths } from '#contract/paths.ts'
import { loginForm } from '#contract/session/schema.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { CallFailure, sentenceOf, waitOf } from '#portal/calls/call-failure.ts'
import { type Refusal, useFormFields } from '#portal/record-form/use-form-fields.ts'
import { readSavedEmail, saveEmail } from '#portal/session/stored-session.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { EmailField } from '#ui/text-field.tsx'
import { leaveForLanding, signIn } from './sign-in.ts'
import { signInWording } from './wording.ts'

const wording = signInWording.login

type Credentials = { email: string; password: string }

export function LoginForm() {
  const [savedEmail] = useState(readSavedEmail)
  const [saveUsername, setSaveUsername] = useState(savedEmail !== '')
  const form = useFormFields<'email' | 'password', Credentials>({
    values: { email: savedEmail, password: '' },
    schema: () => loginForm,
    async send(credentials): Promise<void> {
      const result = await signIn(credentials)
      if (!result) return form.refuse({ title: sessionWording.loginFailed })
      if (!result.kept) {
        const detail = result.clockIsAhead ? wording.clockIsAhead : wording.notKept
        return form.refuse({ title: sessionWording.loginFailed, detail })
      }
      leaveForLanding(result.session)
    },
    refusalOf(error): Refusal {
      form.focus('password')
      return loginRefusal(error)
    },
  })
  const { refusal } = form
  // The page that was signed in to takes a moment to come.
  const busy = form.isSubmitting || form.isSubmitSuccessful

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    // Decision 44: at the moment of submitting, whatever comes of it.
    saveEmail(form.values().email.trim(), saveUsername)
    void form.submit()
  }

  return (
    <form onSubmit={submit} noValidate>
      {refusal && (
        <Banner tone="danger" title={refusal.title}>
          {refusal.detail}
        </Banner>
      )}
      <EmailField label={wording.email} required autoComplete="username" {...form.plainField('email')} />
      <PasswordField label={wording.password} required {...form.plainField('password')} />
      <div className="sign-in-card-row">
        <CheckboxField
          label={wording.saveUsername}
          checked={saveUsername}
          onChange={(event) => setSaveUsername(event.currentTarget.checked)}
        />
        <Anchor className="sign-in-card-link" href={signInPaths.forgotPassword}>
          {wording.forgotPassword}
        </Anchor>
      </div>
      <Button type="submit" tone="primary" busy={busy}>
        {busy ? wording.submitting : wording.submit}
      </Button>
    </form>
  )
}

/** §8: the server's sentence if there is one, else 'Login failed', and then what happened. */
function loginRefusal(error: unknown): Refusal {
  if (error instanceof CallFailure && error.answered) return { title: error.message, detail: waitOf(error) }
  return { title: sessionWording.loginFailed, detail: sentenceOf(error) }
}
