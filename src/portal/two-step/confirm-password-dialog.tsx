import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import type { CallName } from '#contract/endpoint-table.ts'
import { passwordAndCode } from '#contract/session/form.ts'
import { confirmationSeconds } from '#contract/session/limits.ts'
import { call } from '#portal/calls/call.ts'
import { errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { type FormError, type FormFailure, useForm } from '#portal/form/use-form.ts'
import { changesNoRecord } from '#portal/query-client.ts'
import { useSession } from '#portal/session/use-session.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { CodeField } from './code-field.tsx'
import { canUsePasskeys } from './passkey-support.ts'
import { goToProvider, providerName, thisAddress } from './provider.ts'
import { confirmedActions } from './wording.ts'

const passwordOnly = z.pick(passwordAndCode, { password: true })

/** What the account can confirm with. */
export async function readWays() {
  const linked = providerName() ? call('GET /auth/organization', {}) : undefined
  const [steps, account] = await Promise.all([call('GET /auth/two-step', {}), linked])
  return {
    needsCode: steps.isOn,
    hasPasskey: steps.passkeys > 0 && canUsePasskeys(),
    hasPassword: account?.hasPassword ?? true,
    isLinked: account?.isLinked ?? false,
  }
}

export type ConfirmationProps = Awaited<ReturnType<typeof readWays>> & {
  /** What the password is needed for. */
  needed: CallName
  onFinish: (isConfirmed: boolean) => void
}

const minutes = confirmationSeconds / 60

/**
 * The passkey first, of an account that has one; the password stays within reach, and the other way round. In place of a
 * password that does not work, at the provider of the organization's accounts, to which the person goes and comes back.
 */
export function ConfirmPasswordDialog({ hasPasskey, ...question }: ConfirmationProps) {
  const [usesPasskey, setUsesPasskey] = useState(hasPasskey)
  if (usesPasskey) return <PasskeyDialog {...question} onChange={() => setUsesPasskey(false)} />
  if (!question.hasPassword && question.isLinked) return <ProviderDialog {...question} />
  return <PasswordDialog {...question} onChange={hasPasskey ? () => setUsesPasskey(true) : undefined} />
}

type DialogProps = Omit<ConfirmationProps, 'hasPasskey'> & {
  /** To the other way. */
  onChange: (() => void) | undefined
}

function PasskeyDialog({ needed, hasPassword, onFinish, onChange }: DialogProps) {
  const textId = useId()
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      const { passkeyAsConfirmation } = await import('./passkeys.ts')
      await call('POST /auth/confirm', { body: { passkey: await passkeyAsConfirmation() } })
    },
    onSuccess: () => onFinish(true),
    meta: changesNoRecord,
  })
  return (
    <Dialog
      open
      title="Confirm that it’s you"
      describedBy={textId}
      onClose={() => onFinish(false)}
      footer={
        <>
          <Button onClick={onChange}>
            {hasPassword ? 'Use the password instead' : `Use ${providerName()} instead`}
          </Button>
          <Button tone="primary" icon="key" data-first-focus="" busy={isPending} onClick={() => mutate()}>
            Use a passkey
          </Button>
        </>
      }
    >
      <div className="stack">
        <ErrorBanner
          error={error ? { title: 'Your confirmation failed.', detail: errorMessage(error) } : undefined}
        />
        <p id={textId}>
          You last signed in more than {minutes} minutes ago. Use your passkey to{' '}
          {confirmedActions[needed] ?? 'continue'}.
        </p>
      </div>
    </Dialog>
  )
}

function PasswordDialog({ needed, needsCode, isLinked, onFinish, onChange }: DialogProps) {
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
        You last entered your password {needsCode && 'and a code '}more than {minutes} minutes ago. Enter{' '}
        {needsCode ? 'both' : 'it'} again to {confirmedActions[needed] ?? 'continue'}.
      </p>
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Password" required {...form.field('password')} />
      {needsCode && <CodeField label="Code or recovery code" {...form.field('code')} />}
      {onChange && (
        <Button tone="quiet" icon="key" onClick={onChange}>
          Use a passkey instead
        </Button>
      )}
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

function ProviderDialog({ needed, onFinish }: Omit<DialogProps, 'onChange'>) {
  const { error, isLeaving, leave } = useLeaving()
  return (
    <FormDialog
      title="Confirm that it’s you"
      submitLabel={`Continue to ${providerName()}`}
      busy={isLeaving}
      onClose={() => onFinish(false)}
      onSubmit={() => void leave()}
    >
      <ErrorBanner error={error} />
      <p>
        You signed in more than {minutes} minutes ago. Sign in with {providerName()} again to{' '}
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
      setError({
        title: 'The sign-in page of your organization could not be opened.',
        detail: errorMessage(failure),
      })
      setLeaving(false)
    }
  }
  return { error, isLeaving, leave }
}
