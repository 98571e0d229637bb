import '#ui/error-summary.css'
import { tokenOf } from '#contract/contact-messages/refused-form.ts'
import { contactPageWording } from './wording.en.ts'

/** Why the message was not sent. Takes focus, so that it is what a screen reader says first. */
export function RefusedSummary() {
  return (
    <div
      className="error-summary contact-summary"
      role="alert"
      aria-labelledby="contact-problem"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page is the answer to what the person just sent
      autoFocus
    >
      <h2 id="contact-problem">{contactPageWording.refused.problem}</h2>
      <p>
        <a href={`#${tokenOf('target')}`}>{tokenOf('sentence')}</a>
      </p>
    </div>
  )
}
