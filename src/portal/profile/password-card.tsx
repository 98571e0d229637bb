import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type Ref, useRef, useState } from 'react'
import { passwordLengthText } from '#contract/session/wording.ts'
import { call } from '#portal/calls/call.ts'
import { CallFailure, errorMessage, isFailure, isUnanswered } from '#portal/calls/call-failure.ts'
import { type FormFailure, useForm } from '#portal/form/use-form.ts'
import { refresh } from '#portal/query-client.ts'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { redirectToLogin } from '#portal/session/redirects.ts'
import { clearSession } from '#portal/session/stored-session.ts'
import { useSession } from '#portal/session/use-session.ts'
import { NewPasswordFields, passwordChangeForm } from '#portal/sign-in/new-password.tsx'
import { storeSignIn } from '#portal/sign-in/sign-in.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button, FormActions } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { sessionsQuery } from './queries.ts'

/**
 * The form opens on demand, and focus returns to the button that opened it. That button takes the place of the submit button:
 * the success message stays when a double click opens the form again.
 */
export function PasswordCard() {
  const [isOpen, setIsOpen] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const queries = useQueryClient()
  const opener = useRef<HTMLButtonElement>(null)

  function succeed() {
    void refresh(queries, sessionsQuery)
    setIsOpen(false)
    setIsChanged(true)
  }

  return (
    <Card className="profile-card" title="Password">
      <p>Changing your password signs you out everywhere else.</p>
      <SuccessMessage title={isChanged ? 'Your password has been changed.' : undefined}>
        You have been signed out everywhere else.
      </SuccessMessage>
      {isOpen ? (
        <PasswordChangeForm
          ref={focusOnRemoval(() => opener.current)}
          onSend={() => setIsChanged(false)}
          onChanged={succeed}
          onCancel={() => setIsOpen(false)}
        />
      ) : (
        <Button icon="key" ref={opener} onClick={() => setIsOpen(true)}>
          Change password
        </Button>
      )}
    </Card>
  )
}

type PasswordChangeFormProps = {
  onSend: () => void
  onChanged: () => void
  onCancel: () => void
  ref: Ref<HTMLFormElement>
}

type Passwords = { currentPassword: string; password: string }

function PasswordChangeForm({ onSend, onChanged, onCancel, ref }: PasswordChangeFormProps) {
  const { email } = useSession()
  const form = useForm<'currentPassword' | 'password' | 'confirm', Passwords>({
    values: { currentPassword: '', password: '', confirm: '' },
    takesFocus: true,
    schema: () => passwordChangeForm,
    async send({ currentPassword, password }) {
      const body = { currentPassword, password }
      const { token } = await call('POST /auth/change-password', { body })
      try {
        // docs/product.md 23: the new token replaces the one that ends with the old password.
        storeSignIn(token)
      } catch {
        // The old session is over, and this browser stores no new one.
        clearSession()
        return redirectToLogin({ ended: true })
      }
      onChanged()
    },
    failureOf,
  })
  const { formError, locked } = form

  /** An error of one field is shown beside it. */
  function failureOf(error: unknown): FormFailure {
    const { password } = error instanceof CallFailure ? error.fields : {}
    if (isFailure(error, 'wrong-password')) return { fields: { currentPassword: error.message } }
    if (password) return { fields: { password } }
    if (isUnanswered(error))
      return {
        title: 'Your password may not have been changed.',
        detail: `${errorMessage(error)} If you are asked to sign in, try the new password first.`,
      }
    return { title: 'Your password was not changed.', detail: errorMessage(error) }
  }

  function submit(event: FormEvent) {
    onSend()
    void form.submit(event)
  }

  return (
    <form className="profile-form stack" ref={ref} onSubmit={submit} noValidate>
      <ErrorBanner error={formError} />
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        required
        autoComplete="current-password"
        {...form.field('currentPassword')}
      />
      <NewPasswordFields
        form={form}
        hint={`${passwordLengthText}. Several unrelated words are easy to remember and hard to guess.`}
      />
      <FormActions>
        <Button type="submit" tone="primary" busy={locked}>
          {locked ? 'Saving...' : 'Change password'}
        </Button>
        <Button aria-disabled={locked || undefined} onClick={() => locked || onCancel()}>
          Cancel
        </Button>
      </FormActions>
    </form>
  )
}
