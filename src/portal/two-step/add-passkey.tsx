import './two-step.css'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Calls } from '#contract/endpoint-table.ts'
import { namedPasskey } from '#contract/session/form.ts'
import { passkeyNameLength } from '#contract/session/passkeys.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { useForm } from '#portal/form/use-form.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button, FormActions } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

type AddPasskeyProps = {
  onAdded: (added: ReplyOf<Calls['POST /auth/passkeys']>) => void
  onCancel: () => void
}

/** Names a passkey and has the device make it. */
export function AddPasskey({ onAdded, onCancel }: AddPasskeyProps) {
  const form = useForm<'name', { name: string }>({
    values: { name: '' },
    takesFocus: true,
    schema: () => namedPasskey,
    async send({ name }) {
      const { addPasskey } = await import('./passkeys.ts')
      onAdded(await addPasskey(name))
    },
    failureOf: (error) => ({ title: 'The passkey was not added.', detail: errorMessage(error) }),
  })
  const { formError, locked } = form
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
      <p>Next, your device asks for your finger, your face or its PIN.</p>
      <FormActions>
        <Button type="submit" tone="primary" busy={locked}>
          {locked ? 'Waiting for your device…' : 'Add'}
        </Button>
        <Button onClick={() => locked || onCancel()}>Cancel</Button>
      </FormActions>
    </form>
  )
}
