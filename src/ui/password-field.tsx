import './button.css'
import './password-field.css'
import { useState } from 'react'
import { Field, splitProps } from './field.tsx'
import { Icon } from './icon.tsx'
import type { TextFieldProps } from './text-field.tsx'

/** The toggle needs no pressed state, because its name changes. */
export function PasswordField(props: TextFieldProps) {
  const { field, control } = splitProps(props)
  const [isVisible, setVisible] = useState(false)
  return (
    <Field {...field}>
      {(described) => (
        <div className="password-field">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            {...described}
            type={isVisible ? 'text' : 'password'}
            className="field-control"
          />
          <button
            type="button"
            className="icon-button password-field-toggle screen-only"
            aria-label={isVisible ? 'Hide password' : 'Show password'}
            aria-controls={described.id}
            onClick={() => setVisible(!isVisible)}
          >
            <Icon name={isVisible ? 'eye-off' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  )
}
