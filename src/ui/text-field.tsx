import './field.css'
import type { ComponentProps } from 'react'
import { Field, type FieldTexts, splitProps } from './field.tsx'
import { Icon } from './icon.tsx'

export type TextFieldProps = Omit<ComponentProps<'input'>, keyof FieldTexts> & FieldTexts

export function TextField(props: TextFieldProps) {
  const { field, control } = splitProps(props)
  return (
    <Field {...field}>
      {(described) => <input type="text" {...control} {...described} className="field-control" />}
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

export function SearchField(props: TextFieldProps) {
  const { field, control } = splitProps(props)
  return (
    <Field {...field}>
      {(described) => (
        <div className="field-boxed field-search">
          <Icon name="search" />
          <input
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            {...control}
            {...described}
            className="field-control"
          />
        </div>
      )}
    </Field>
  )
}
