import { type ReactNode, useRef } from 'react'
import { failures } from '#contract/failures.ts'
import { FieldError } from '#ui/field.tsx'
import { useFocusLeftBehind } from '#ui/focus-left-behind.ts'

type NoteRefusalProps = { title: string; detail?: string | undefined; children?: ReactNode }

/** In red under the input (§2), and aloud; below it what the sentence leaves open, and what to do. */
export function NoteRefusal({ title, detail, children }: NoteRefusalProps) {
  const place = useRef<HTMLDivElement>(null)
  useFocusLeftBehind(place)
  return (
    <div className="note-refusal" role="alert" ref={place}>
      <FieldError id={undefined} text={title} />
      {detail && saysMore(detail) && <p className="note-refusal-detail">{detail}</p>}
      {children}
    </div>
  )
}

/** Every one of the panel's own sentences says already that something went wrong. */
function saysMore(detail: string): boolean {
  return detail !== failures['server-failure'].message
}
