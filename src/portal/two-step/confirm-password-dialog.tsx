import { useState } from 'react'
import * as z from 'zod/mini'
import type { CallName } from '#contract/endpoint-table.ts'
import { passwordAndCode } from '#contract/session/form.ts'
import { confirmationSeconds } from '#contract/session/limits.ts'
import { call } from '#portal/calls/call.ts'
import { errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { type FormError, type FormFailure, useForm } from '#portal/form/use-form.ts'
import { useSession } from '#portal/session/use-session.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { CodeField } from './code-field.tsx'
import { goToProvider, providerName, thisAddress } from './provider.ts'
import { confirmedActions } from './wording.ts'

const passwordOnly = z.pick(passwordAndCode, { password: true })

/** What the account can confirm with. */
export async function readWays() {
  const linked = providerName() ? call('GET /auth/organization', {}) : undefined
  const [{ isOn: needsCode }, account] = await Promise.all([call('GET /auth/two-step', {}), linked])
  return { needsCode, hasPassword: account?.hasPassword ?? true, isLinked: account?.isLinked ?? false }
}

export type ConfirmationProps = Awaited<ReturnType<typeof readWays>> & {
  /** What the password is needed for. */
  needed: CallName
  onFinish: (isConfirmed: boolean) => void
}

/** With the password, or at the provider of the organization's accounts, to which the person goes and comes back. */
export function ConfirmPasswordDialog(props: ConfirmationProps) {
  return props.hasPassword || !props.isLinked ? <PasswordDialog {...props} /> : <ProviderDialog {...props} />
}

function PasswordDialog({ needed, needsCode, isLinked, onFinish }: ConfirmationProps) {
  const { email } = useSession()
  const form = useForm<'password' | 'code', { password: string; code?: string }>({
    values: { password: '', code: '' },
    schema: () => (needsCode ? passwordAndCode : passwordOnly),
    async send(body) {
      await call('POST /auth/confirm', { body })
      onFinish(true)
    },
    failureOf(error): FormFailure {
      if (isFailure(error, 'wrong-password')) return { fields: { password: error.message } }
      if (isFailure(error, 'wrong-code')) return { fields: { code: error.message } }
      return { title: 'Your password was not confirmed.', detail: errorMessage(error) }
    },
  })
  const { formError, locked } = form
  return (
    <FormDialog
      title="Confirm your password"
      submitLabel={locked ? 'Confirming…' : 'Confirm'}
      busy={locked}
      onClose={() => onFinish(false)}
      onSubmit={form.submit}
    >
      <ErrorBanner error={formError} />
      <p>
        You last entered your password {needsCode && 'and a code '}more than {confirmationSeconds / 60}{' '}
        minutes ago. Enter {needsCode ? 'both' : 'it'} again to {confirmedActions[needed] ?? 'continue'}.
      </p>
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Password" required {...form.field('password')} />
      {needsCode && <CodeField label="Code or recovery code" {...form.field('code')} />}
      {isLinked && <ProviderWay disabled={locked} />}
    </FormDialog>
  )
}

const leaving = 'You will leave this page and come back to it. Then repeat what you were doing.'

function ProviderWay({ disabled }: { disabled: boolean }) {
  const { error, isLeaving, leave } = useLeaving()
  return (
    <div className="stack-close">
      <ErrorBanner error={error} />
      <Button tone="quiet" busy={isLeaving || disabled} onClick={() => void leave()}>
        Confirm with {providerName()} instead
      </Button>
      <p className="small-soft">{leaving}</p>
    </div>
  )
}

function ProviderDialog({ needed, onFinish }: ConfirmationProps) {
  const { error, isLeaving, leave } = useLeaving()
  return (
    <FormDialog
      title="Confirm that it is you"
      submitLabel={`Continue to ${providerName()}`}
      busy={isLeaving}
      onClose={() => onFinish(false)}
      onSubmit={() => void leave()}
    >
      <ErrorBanner error={error} />
      <p>
        You signed in more than {confirmationSeconds / 60} minutes ago. Sign in with {providerName()} again to{' '}
        {confirmedActions[needed] ?? 'continue'}.
      </p>
      <p>{leaving}</p>
    </FormDialog>
  )
}

/** Goes to the provider, which returns to this address. */
function useLeaving() {
  const [isLeaving, setLeaving] = useState(false)
  const [error, setError] = useState<FormError>()
  async function leave() {
    setLeaving(true)
    try {
      await goToProvider({ confirm: true, returnTo: thisAddress() })
    } catch (failure) {
      setError({ title: 'You were not taken there.', detail: errorMessage(failure) })
      setLeaving(false)
    }
  }
  return { error, isLeaving, leave }
}
