import './field.css'
import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './field.tsx'
import { Icon } from './icon.tsx'

export type TextFieldProps = Omit<ComponentProps<'input'>, keyof FieldTexts> & FieldTexts

/** Splits what describes the field from what belongs on the `<input>`. */
function divide({
  label,
  hint,
  error,
  required,
  optional,
  hideLabel,
  id,
  className,
  ...input
}: TextFieldProps) {
  return { texts: { label, hint, error, required, optional, hideLabel, id, className } as FieldTexts, input }
}

export function TextField(props: TextFieldProps) {
  const { texts, input } = divide(props)
  return (
    <Field {...texts}>{(ties) => <input type="text" {...input} {...ties} className="field-control" />}</Field>
  )
}

export function EmailField(props: TextFieldProps) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}

export function TelField(props: TextFieldProps) {
  return <TextField type="tel" inputMode="tel" autoComplete="tel" {...props} />
}

export function DateField(props: TextFieldProps) {
  return <TextField type="date" {...props} />
}

export function SearchField(props: TextFieldProps) {
  const { texts, input } = divide(props)
  return (
    <Field {...texts}>
      {(ties) => (
        <div className="field-boxed field-search">
          <Icon name="search" />
          <input
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            {...input}
            {...ties}
            className="field-control"
          />
        </div>
      )}
    </Field>
  )
}
