import { complaintsPath, publicPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import type { Page } from '#site/page.ts'
import { accessibilityWording } from './accessibility.wording.en.ts'
import { complaintsWording } from './complaints.wording.en.ts'
import { cookieChoiceWording, cookiesWording } from './cookies.wording.en.ts'
import { LegalPage, type LegalPageProps } from './legal-page.tsx'
import { privacyWording } from './privacy.wording.en.ts'
import { termsWording } from './terms.wording.en.ts'

const { privacy, terms, cookies, cookie, accessibility } = publicPaths

export const legalPages: readonly Page[] = [
  legalPage({ path: privacy, wording: privacyWording, writeTo: 'contact' }),
  legalPage({ path: terms, wording: termsWording, writeTo: 'contact', numbered: true }),
  {
    ...legalPage({
      path: cookies,
      wording: cookiesWording,
      writeTo: 'support',
      children: <CookieChoice />,
    }),
    // The banner links to `/cookie`, the footer to `/cookies`.
    alsoAt: [cookie],
    scripts: ['legal'],
  },
  legalPage({ path: accessibility, wording: accessibilityWording, writeTo: 'support' }),
]

export const complaintsPage = legalPage({
  path: complaintsPath,
  wording: complaintsWording,
  writeTo: 'contact',
})

function legalPage(props: Omit<LegalPageProps, 'facts'>): Page {
  const { path, wording } = props
  return {
    path,
    title: ({ name }) => `${wording.title} – ${name}`,
    description: ({ name }) => wording.description(name),
    Body: (facts) => <LegalPage {...props} facts={facts} />,
  }
}

/**
 * Hidden until `browser.ts` has read the stored choice, as the buttons need it. Texts and storage key are in the markup to
 * keep the script small, without imports.
 */
function CookieChoice() {
  const wording = cookieChoiceWording
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
      <p className="row">
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
