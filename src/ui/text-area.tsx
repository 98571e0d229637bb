import './field.css'
import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts, splitProps } from './field.tsx'

export type TextAreaProps = Omit<ComponentProps<'textarea'>, keyof FieldTexts> &
  FieldTexts & {
    value: string
    /** The number of characters allowed. Longer text is not cut off; the count says by how much it is too long. */
    limit: number
  }

/** Shows its error below, next to the last typed text. */
export function TextArea({ limit, ...props }: TextAreaProps) {
  const { field, control } = splitProps(props)
  const countId = useId()
  return (
    <Field
      {...field}
      errorBelow
      describedBy={countId}
      after={<CharacterCount id={countId} length={props.value.length} limit={limit} />}
    >
      {(described) => <textarea rows={4} {...control} {...described} className="field-control" />}
    </Field>
  )
}

/** Stays the same until four fifths are used: screen readers must not announce every key. */
function CharacterCount({ id, length, limit }: { id: string; length: number; limit: number }) {
  const left = limit - length
  const near = left < limit / 5
  const text = left < 0 ? `${format(-left)} characters too many` : `${format(left)} characters left`
  return (
    <p className={classNames('small-soft', left < 0 && 'field-count-over')} id={id} aria-live="polite">
      {near ? text : `Up to ${format(limit)} characters`}
    </p>
  )
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
