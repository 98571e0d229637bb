import { storageKeys } from '#contract/session/storage.ts'
import { cookieChoiceWording as wording } from './cookies.wording.en.ts'

/**
 * Hidden until `browser.ts` has read the stored answer: without a script the buttons could do nothing. The words stand
 * here so that the script carries none, and the key, too, so that it shares no file with the home page's script.
 */
export function CookieChoice() {
  return (
    <section
      id="cookie-choice"
      aria-labelledby="cookie-choice-title"
      data-key={storageKeys.cookieConsent}
      hidden
    >
      <h2 id="cookie-choice-title">{wording.title}</h2>
      <div role="status">
        <p data-answer="none">{wording.none}</p>
        <p data-answer="accepted">{wording.accepted}</p>
        <p data-answer="essential">{wording.essential}</p>
      </div>
      <p className="legal-choice">
        <button type="button" className="button button-secondary" value="accepted">
          {wording.accept}
        </button>
        <button type="button" className="button button-secondary" value="essential">
          {wording.refuse}
        </button>
      </p>
    </section>
  )
}
