import * as z from 'zod/mini'
import type { CallName } from '#contract/endpoint-table.ts'
import { passwordAndCode } from '#contract/session/form.ts'
import { confirmationSeconds } from '#contract/session/limits.ts'
import { call } from '#portal/calls/call.ts'
import { errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { type FormFailure, useForm } from '#portal/form/use-form.ts'
import { useSession } from '#portal/session/use-session.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { CodeField } from './code-field.tsx'
import { OtherWay } from './other-way.tsx'
import { canUsePasskeys } from './passkey-support.ts'
import { goToProvider, providerName } from './provider.ts'
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

const signedInAt = `You last signed in more than ${confirmationSeconds / 60} minutes ago.`

/** Without a password that works, an account that is linked confirms in other ways alone. */
export function ConfirmPasswordDialog(question: ConfirmationProps) {
  const { hasPassword, isLinked, needed, onFinish } = question
  if (hasPassword || !isLinked) return <PasswordDialog {...question} />
  return (
    <Dialog
      open
      title="Confirm that it’s you"
      onClose={() => onFinish(false)}
      footer={<Button onClick={() => onFinish(false)}>Cancel</Button>}
    >
      <div className="stack">
        <p>
          {signedInAt} Sign in again to {confirmedActions[needed] ?? 'continue'}.
        </p>
        <OtherWays {...question} />
      </div>
    </Dialog>
  )
}

function PasswordDialog({ needed, needsCode, onFinish, ...ways }: ConfirmationProps) {
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
        {signedInAt} Enter your password {needsCode && 'and a code '}to{' '}
        {confirmedActions[needed] ?? 'continue'}.
      </p>
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Password" required data-first-focus="" {...form.field('password')} />
      {needsCode && <CodeField label="Code or recovery code" {...form.field('code')} />}
      <OtherWays {...ways} onFinish={onFinish} />
    </FormDialog>
  )
}

/** Instead of the password: a passkey, or the organization's account, to which the person goes and comes back. */
function OtherWays({
  hasPasskey,
  isLinked,
  onFinish,
}: Pick<ConfirmationProps, 'hasPasskey' | 'isLinked' | 'onFinish'>) {
  async function confirm() {
    const { passkeyAsConfirmation } = await import('./passkeys.ts')
    await call('POST /auth/confirm', { body: { passkey: await passkeyAsConfirmation() } })
    onFinish(true)
  }
  const returnTo = location.pathname + location.search
  const errorOf = (error: unknown) => ({ title: 'Your confirmation failed.', detail: errorMessage(error) })
  return (
    <>
      {hasPasskey && (
        <OtherWay icon="key" data-first-focus="" errorOf={errorOf} start={confirm}>
          Use a passkey
        </OtherWay>
      )}
      {isLinked && (
        <div className="stack-close">
          <OtherWay
            icon="user"
            data-first-focus=""
            errorOf={errorOf}
            start={() => goToProvider({ confirm: true, returnTo })}
          >
            Sign in with {providerName()}
          </OtherWay>
          <p className="small-soft">
            You will leave this page and come back to it. Then repeat what you were doing.
          </p>
        </div>
      )}
    </>
  )
}
