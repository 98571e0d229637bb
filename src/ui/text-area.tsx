import './field.css'
import { type ChangeEvent, type ComponentProps, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { divideProps, Field, type FieldTexts } from './field.tsx'

export type TextAreaProps = Omit<ComponentProps<'textarea'>, keyof FieldTexts> &
  FieldTexts & {
    /** Characters allowed. Nothing is cut off: the count says how many are too many. */
    limit?: number
    /** Puts the error under the control: next to what was typed last. */
    errorBelow?: boolean
  }

export function TextArea({ limit, errorBelow, onChange, ...props }: TextAreaProps) {
  const { field, control } = divideProps(props)
  const countId = useId()
  const [typed, setTyped] = useState(String(control.defaultValue ?? '').length)
  const length = control.value === undefined ? typed : String(control.value).length
  function change(event: ChangeEvent<HTMLTextAreaElement>) {
    setTyped(event.currentTarget.value.length)
    onChange?.(event)
  }
  return (
    <Field
      {...field}
      errorBelow={errorBelow}
      describedBy={limit ? countId : undefined}
      after={limit && <CharacterCount id={countId} length={length} limit={limit} />}
    >
      {(ties) => <textarea rows={4} {...control} {...ties} onChange={change} className="field-control" />}
    </Field>
  )
}

/** Quiet until four fifths are used, so that a short text is not talked over. */
function CharacterCount({ id, length, limit }: { id: string; length: number; limit: number }) {
  const left = limit - length
  const near = left < limit / 5
  const text = left < 0 ? `${format(-left)} characters too many` : `${format(left)} characters left`
  return (
    <p className={classNames('field-count', left < 0 && 'field-count-over')} id={id} aria-live="polite">
      {near ? text : `Up to ${format(limit)} characters`}
    </p>
  )
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
