import './two-step.css'
import { useState } from 'react'
import { namedPasskey } from '#contract/session/form.ts'
import { passkeyNameLength } from '#contract/session/passkeys.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { useForm } from '#portal/form/use-form.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button, FormActions } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type AddPasskeyProps = {
  /** It is stored; recovery codes may still be to be shown. */
  onAdded?: () => void
  onDone: (withCodes: boolean) => void
  onCancel: () => void
}

/** Names a passkey and has the device make it; with an account's first second step, recovery codes follow. */
export function AddPasskey({ onAdded, onDone, onCancel }: AddPasskeyProps) {
  const [codes, setCodes] = useState<string[]>()
  const form = useForm<'name', { name: string }>({
    values: { name: '' },
    takesFocus: true,
    schema: () => namedPasskey,
    async send({ name }) {
      const { addPasskey } = await import('./passkeys.ts')
      const { recoveryCodes } = await addPasskey(name)
      onAdded?.()
      if (recoveryCodes) setCodes(recoveryCodes)
      else onDone(false)
    },
    failureOf: (error) => ({ title: 'The passkey was not added.', detail: errorMessage(error) }),
  })
  const { formError, locked } = form
  if (codes) return <RecoveryCodes codes={codes} onDone={() => onDone(true)} />
  return (
    <form className="two-step stack" onSubmit={form.submit} noValidate>
      <ErrorBanner error={formError} />
      <TextField
        label="Name"
        required
        maxLength={passkeyNameLength}
        hint="To tell this passkey from others, such as the name of the device."
        {...form.textField('name')}
      />
      <p>Your device will then ask for your fingerprint, face or PIN.</p>
      <FormActions>
        <Button type="submit" tone="primary" busy={locked}>
          {locked ? 'Waiting for your device…' : 'Add'}
        </Button>
        <Button onClick={() => locked || onCancel()}>Cancel</Button>
      </FormActions>
    </form>
  )
}
