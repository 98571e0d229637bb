import { SelectField, type SelectFieldProps, type SelectOption } from '#ui/select-field.tsx'
import type { RecordFormState } from './use-record-form.ts'

type ChoiceFieldProps<Name extends string> = Pick<SelectFieldProps, 'label' | 'hint' | 'className'> & {
  form: Pick<RecordFormState<Name>, 'register' | 'values' | 'messageAt' | 'locked'>
  name: Name
  options: readonly SelectOption[]
}

/**
 * A choice that the form requires. HTML knows no read-only select, and a disabled one would lose focus: while the form
 * is locked, only what was chosen can be chosen.
 */
export function ChoiceField<Name extends string>({ form, name, options, ...rest }: ChoiceFieldProps<Name>) {
  const { register, values, messageAt, locked } = form
  return (
    <SelectField
      {...rest}
      error={messageAt(name)}
      required
      aria-disabled={locked || undefined}
      {...register(name)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value} disabled={locked && value !== values()[name]}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
