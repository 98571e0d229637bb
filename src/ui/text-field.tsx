import './field.css'
import type { ComponentProps } from 'react'
import { divideProps, Field, type FieldTexts } from './field.tsx'
import { Icon } from './icon.tsx'

export type TextFieldProps = Omit<ComponentProps<'input'>, keyof FieldTexts> & FieldTexts

export function TextField(props: TextFieldProps) {
  const { field, control } = divideProps(props)
  return (
    <Field {...field}>
      {(ties) => <input type="text" {...control} {...ties} className="field-control" />}
    </Field>
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
  const { field, control } = divideProps(props)
  return (
    <Field {...field}>
      {(ties) => (
        <div className="field-boxed field-search">
          <Icon name="search" />
          <input
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            {...control}
            {...ties}
            className="field-control"
          />
        </div>
      )}
    </Field>
  )
}
