import './password-field.css'
import { useState } from 'react'
import { divideProps, Field } from './field.tsx'
import { Icon } from './icon.tsx'
import type { TextFieldProps } from './text-field.tsx'

export type PasswordFieldProps = TextFieldProps & { showLabel?: string; hideToggleLabel?: string }

/** The toggle's name changes with what it does, so it needs no pressed state. */
export function PasswordField({
  showLabel = 'Show password',
  hideToggleLabel = 'Hide password',
  ...props
}: PasswordFieldProps) {
  const { field, control } = divideProps(props)
  const [shown, setShown] = useState(false)
  return (
    <Field {...field}>
      {(ties) => (
        <div className="password-field">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            {...ties}
            type={shown ? 'text' : 'password'}
            className="field-control"
          />
          <button
            type="button"
            className="password-field-toggle"
            aria-label={shown ? hideToggleLabel : showLabel}
            aria-controls={ties.id}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  )
}
