import './field.css'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/** What every field of a form can say about itself. */
export type FieldTexts = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  optional?: boolean
  /** For a search box whose place says what it is: the label is there for screen readers alone. */
  hideLabel?: boolean
}

/** Divides what the field says about itself from what belongs on its control. */
export function divideProps<Props extends FieldTexts & { id?: string; className?: string }>(props: Props) {
  const { label, hint, error, required, optional, hideLabel, id, className, ...control } = props
  return { field: { label, hint, error, required, optional, hideLabel, id, className }, control }
}

/** Ties a control to its label, hint and error; the error's id follows from the control's. */
export type ControlTies = {
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
  children: (ties: ControlTies) => ReactNode
  after?: ReactNode
}

export function Field(props: FieldProps) {
  const { id, label, hint, error, errorBelow, required, optional, hideLabel, ...rest } = props
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  const errorPlace = <FieldErrorPlace id={errorId} text={error} />
  const mark = required ? 'required' : optional ? 'optional' : undefined
  return (
    <div className={classNames('field', error && 'field-wrong', rest.className)}>
      <div className={hideLabel ? 'visually-hidden' : 'field-top'}>
        <label className="field-label" htmlFor={controlId}>
          {label}
        </label>
        {mark && (
          <span className="field-mark" aria-hidden={required}>
            {mark}
          </span>
        )}
      </div>
      {hint && (
        <div className="field-hint" id={hintId}>
          {hint}
        </div>
      )}
      {!errorBelow && errorPlace}
      {rest.children({
        id: controlId,
        'aria-describedby': [hintId, errorId, rest.describedBy].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {errorBelow && errorPlace}
      {rest.after}
    </div>
  )
}

type FieldErrorPlaceProps = { id: string | undefined; text: string | undefined }

/** In the page from the start, so that a mistake is said when it is found: by then focus is mostly in the next field. */
export function FieldErrorPlace({ id, text }: FieldErrorPlaceProps) {
  return (
    <div className="field-error-place" aria-live="polite">
      {text && <FieldError id={id} text={text} />}
    </div>
  )
}

type FieldErrorProps = {
  id: string | undefined
  text: string
  /** Only where the place stays in a page when there is nothing to say: whether there is. */
  said?: 'true' | 'false'
}

export function FieldError({ id, text, said }: FieldErrorProps) {
  return (
    <p className="field-error" id={id} data-said={said}>
      <Icon name="danger" size="small" />
      <span>{text}</span>
    </p>
  )
}
