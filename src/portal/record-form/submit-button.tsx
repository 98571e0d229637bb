import { Button } from '#ui/button.tsx'
import type { RecordFormState } from './use-record-form.ts'

type SubmitButtonProps = {
  form: Pick<RecordFormState<never>, 'busy' | 'saved' | 'locked' | 'isValid'> & { conflict: unknown }
  /** Where the button stands outside its form. */
  formId?: string
  label: string
  /** While a saved form is locked; without it the label stays. */
  savedLabel?: string
}

/** §5: disabled while something is wrong; while two edits are at odds, the panel's buttons are the way on. */
export function SubmitButton({ form, formId, label, savedLabel = label }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      form={formId}
      tone="primary"
      icon={form.saved ? 'check' : undefined}
      busy={form.busy}
      aria-disabled={form.saved || undefined}
      disabled={(!form.isValid && !form.locked) || form.conflict !== undefined}
    >
      {form.saved ? savedLabel : label}
    </Button>
  )
}
