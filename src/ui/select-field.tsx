import './field.css'
import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './field.tsx'
import { Icon } from './icon.tsx'

export type SelectOption = { value: string; label: string }

export type SelectFieldProps = Omit<ComponentProps<'select'>, keyof FieldTexts> &
  FieldTexts & { options?: readonly SelectOption[] }

export function SelectField({
  label,
  hint,
  error,
  required,
  optional,
  hideLabel,
  id,
  className,
  options,
  children,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, required, optional, hideLabel, id, className }}>
      {(ties) => (
        <div className="field-boxed">
          <select {...select} {...ties} className="field-control">
            {children}
            {options?.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </Field>
  )
}
