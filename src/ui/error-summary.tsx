import './error-summary.css'
import { type MouseEvent, useEffect, useId, useRef } from 'react'

export type SummaryError = { fieldId: string; message: string }

type ErrorSummaryProps = {
  errors: readonly SummaryError[]
  title?: string
  /** Counts refusals: the summary takes focus at each, also when the same mistakes remain. */
  refusals?: number
}

/** Takes focus, so that it is what a screen reader says first; in a page without a script, too. */
export function ErrorSummary({ errors, title = 'There is a problem', refusals = 1 }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const some = errors.length > 0
  useEffect(() => {
    if (some && refusals > 0) box.current?.focus()
  }, [some, refusals])
  if (!some) return null
  return (
    <div
      className="error-summary"
      role="alert"
      aria-labelledby={titleId}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page is the answer to what the person just sent
      autoFocus={refusals > 0}
      ref={box}
    >
      <h2 id={titleId}>{title}</h2>
      <ul>
        {errors.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`} onClick={(event) => goTo(fieldId, event)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Focus without changing the address, which a router would take for a navigation. */
function goTo(fieldId: string, event: MouseEvent) {
  const field = document.getElementById(fieldId)
  if (!field) return
  event.preventDefault()
  field.closest('.field, .checkbox-field')?.scrollIntoView({ block: 'nearest' })
  field.focus({ preventScroll: true })
}
