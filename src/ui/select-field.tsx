import './field.css'
import type { ComponentProps } from 'react'
import { Field, type FieldTexts, splitProps } from './field.tsx'
import { Icon } from './icon.tsx'

export type SelectOption = { value: string; label: string }

export type SelectFieldProps = Omit<ComponentProps<'select'>, keyof FieldTexts> &
  FieldTexts & { options?: readonly SelectOption[] }

export function SelectField({ options, children, ...props }: SelectFieldProps) {
  const { field, control } = splitProps(props)
  return (
    <Field {...field}>
      {(described) => (
        <div className="field-boxed">
          <select {...control} {...described} className="field-control">
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
