import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { signInPaths } from '#contract/paths.ts'
import { loginForm } from '#contract/session/schema.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { CallFailure, sentenceOf, waitOf } from '#portal/calls/call-failure.ts'
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

type Refusal = { title: string; detail?: string | undefined }

export function LoginForm() {
  const [savedEmail] = useState(readSavedEmail)
  const [saveUsername, setSaveUsername] = useState(savedEmail !== '')
  const [refusal, setRefusal] = useState<Refusal>()
  const { register, handleSubmit, getValues, setFocus, formState } = useForm({
    resolver: zodResolver(loginForm),
    defaultValues: { email: savedEmail, password: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  // The page that was signed in to takes a moment to come.
  const busy = isSubmitting || (isSubmitSuccessful && !refusal)

  const send = handleSubmit(async (credentials) => {
    try {
      const result = await signIn(credentials)
      if (!result) return setRefusal({ title: sessionWording.loginFailed })
      if (!result.kept) {
        const detail = result.clockIsAhead ? wording.clockIsAhead : wording.notKept
        return setRefusal({ title: sessionWording.loginFailed, detail })
      }
      leaveForLanding(result.session)
    } catch (error) {
      setRefusal(refusalOf(error))
      setFocus('password')
    }
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setRefusal(undefined)
    // Decision 44: at the moment of submitting, whatever comes of it.
    saveEmail(getValues('email').trim(), saveUsername)
    void send(event)
  }

  return (
    <form onSubmit={submit} noValidate>
      {refusal && (
        <Banner tone="danger" title={refusal.title}>
          {refusal.detail}
        </Banner>
      )}
      <EmailField
        label={wording.email}
        required
        autoComplete="username"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={wording.password}
        required
        error={errors.password?.message}
        {...register('password')}
      />
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
function refusalOf(error: unknown): Refusal {
  if (error instanceof CallFailure && error.answered) return { title: error.message, detail: waitOf(error) }
  return { title: sessionWording.loginFailed, detail: sentenceOf(error) }
}
