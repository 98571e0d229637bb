import './field.css'
import './checkbox-field.css'
import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldErrorPlace, type FieldTexts } from './field.tsx'

export type CheckboxFieldProps = Omit<ComponentProps<'input'>, keyof FieldTexts> &
  Omit<FieldTexts, 'hideLabel' | 'optional'>

export function CheckboxField({ label, hint, error, required, id, className, ...input }: CheckboxFieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  return (
    <div className={classNames('checkbox-field', className)}>
      <FieldErrorPlace id={errorId} text={error} />
      <div className="checkbox-field-row">
        <input
          {...input}
          type="checkbox"
          id={controlId}
          aria-describedby={[hintId, errorId].filter(Boolean).join(' ') || undefined}
          aria-invalid={error ? true : undefined}
          aria-required={required || undefined}
        />
        <label htmlFor={controlId}>{label}</label>
      </div>
      {hint && (
        <div className="field-hint" id={hintId}>
          {hint}
        </div>
      )}
    </div>
  )
}
