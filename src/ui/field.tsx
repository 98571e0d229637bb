import './field.css'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/** The texts that every form field can have. */
export type FieldTexts = {
  label: string
  hint?: ReactNode
  /** After the label, and no part of the field's description. */
  beside?: ReactNode
  /** Below the control, where it moves no label. */
  after?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Shows the label to screen readers only, where the place of the field already says what it is for. */
  hideLabel?: boolean
}

/** Splits the props of the field around a control from those of the control itself. */
export function splitProps<Props extends FieldTexts & { id?: string; className?: string }>(props: Props) {
  const { label, hint, beside, after, error, required, hideLabel, id, className, ...control } = props
  return { field: { label, hint, beside, after, error, required, hideLabel, id, className }, control }
}

/** What connects a control to its label, hint and error. */
type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type FieldProps = FieldTexts & {
  id?: string | undefined
  /** Ids of further texts that describe the control, such as a character count. */
  describedBy?: string | undefined
  className?: string | undefined
  errorBelow?: boolean | undefined
  children: (control: ControlProps) => ReactNode
}

export function Field(props: FieldProps) {
  const { id, label, hint, beside, error, errorBelow, required, hideLabel, ...rest } = props
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  const liveError = <LiveError id={errorId} text={error} />
  return (
    <div className={classNames('field', error && 'field-wrong', rest.className)}>
      <div className={hideLabel ? 'visually-hidden' : 'field-top'}>
        <label className="field-label" htmlFor={controlId}>
          {label}
        </label>
        {required && (
          <span className="small-soft" aria-hidden="true">
            required
          </span>
        )}
        {beside}
      </div>
      {hint && (
        <div className="field-hint small-soft" id={hintId}>
          {hint}
        </div>
      )}
      {!errorBelow && liveError}
      {rest.children({
        id: controlId,
        'aria-describedby': [hintId, errorId, rest.describedBy].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {errorBelow && liveError}
      {rest.after}
    </div>
  )
}

/** In the page from the start, so that an error is announced even when focus has moved to the next field. */
function LiveError({ id, text }: { id: string | undefined; text: string | undefined }) {
  return (
    <div className="field-error-place" aria-live="polite">
      {text && <FieldError id={id} text={text} />}
    </div>
  )
}

type FieldErrorProps = {
  id: string | undefined
  text: string
  /** For an element that stays in the page without an error: whether it shows one now. */
  visible?: 'true' | 'false'
}

export function FieldError({ id, text, visible }: FieldErrorProps) {
  return (
    <p className="field-error" id={id} data-shown={visible}>
      <Icon name="danger" size="small" />
      <span>{text}</span>
    </p>
  )
}
