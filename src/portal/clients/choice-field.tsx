import { SelectField, type SelectOption } from '#ui/select-field.tsx'
import type { NewClientForm } from './use-new-client-form.ts'
import { clientScreenWording } from './wording.ts'

type ChoiceFieldProps = {
  form: NewClientForm
  name: 'status' | 'service'
  empty: string
  options: readonly SelectOption[]
}

/**
 * A choice that the form requires. HTML knows no read-only select, and a disabled one would lose focus: while the form
 * is locked, only what was chosen can be chosen.
 */
export function ChoiceField({ form, name, empty, options }: ChoiceFieldProps) {
  const { register, getValues, errors, locked } = form
  const all = [{ value: '', label: empty }, ...options]
  return (
    <SelectField
      label={clientScreenWording.form[name]}
      error={errors[name]?.message}
      required
      aria-disabled={locked || undefined}
      {...register(name)}
    >
      {all.map(({ value, label }) => (
        <option key={value} value={value} disabled={locked && value !== getValues(name)}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
