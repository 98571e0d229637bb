import type { ReactNode } from 'react'
import { type LanguageText, languageSource } from '#contract/organization/language-source.en.ts'
import type { LanguagePage } from '#contract/organization/languages.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { languagePaths, publicPaths } from '#contract/paths.ts'
import { serviceKeys } from '#contract/services/service-keys.ts'
import { CallButton, EmailLink, PhoneLink, phoneHref } from '#site/shell/contact-links.tsx'
import { Document, type Site } from '#site/shell/document.tsx'
import { Alternates, TopStrip } from '#site/shell/top-strip.tsx'
import { shellWording } from '#site/shell/wording.en.ts'
import { Icon } from '#ui/icon.tsx'
import { NameMark, SkipLink } from '#ui/masthead.tsx'

type LanguageDocumentProps = { site: Site; page: LanguagePage }

/**
 * The whole page in one language, with the home page's style sheet. It has no scripts, because their words are English.
 * Texts without a translation are in English and marked as English for screen readers.
 */
export function LanguageDocument({ site, page }: LanguageDocumentProps) {
  const { organization, publicUrl, year } = site
  const { language, isOutdated, reviewedOn } = page
  const { plain, say } = wordsOf(page, organization)
  const path = languagePaths[language]
  const title = `${plain('title')} – ${organization.name}`
  const strip = Object.fromEntries(stripTexts.map((key) => [key, plain(key)])) as Record<
    (typeof stripTexts)[number],
    string
  >
  return (
    <Document
      language={language}
      title={title}
      head={
        <>
          <meta name="description" content={plain('description')} />
          <link rel="canonical" href={`${publicUrl}${path}`} />
          {language !== 'hmn' && <Alternates site={site} />}
        </>
      }
      styles={[site.assets.homeStyle]}
      bodyClass="site"
    >
      <SkipLink label={plain('skip')} />
      <TopStrip site={site} language={language} texts={strip} />
      <header className="masthead">
        <NameMark name={organization.name} href={path} />
      </header>
      <main id="main" tabIndex={-1}>
        <div className="site-opening">
          <div className="site-page home-belief-columns">
            <div>
              <h1>{say('title')}</h1>
              <p className="site-opening-lead">{say('lead')}</p>
              <p className="site-opening-actions">
                <CallButton organization={organization} label={plain('call')} tone="primary" />
              </p>
            </div>
            <div>
              <Interpreter page={page} organization={organization} />
            </div>
            <div className="stack home-sections">
              <Section id="services" title={say('servicesTitle')}>
                <ul>
                  {serviceKeys.map((key) => (
                    <li key={key}>{say(key)}</li>
                  ))}
                </ul>
              </Section>
            </div>
            <div className="stack home-sections">
              <Reach page={page} organization={organization} />
              <Rights page={page} organization={organization} />
            </div>
          </div>
        </div>
        <SafetyLines page={page} organization={organization} />
        {isOutdated && (
          <p className="site-page home-section">{say('reviewed', dayIn(language, reviewedOn))}</p>
        )}
      </main>
      <footer className="footer deep">
        <div className="footer-end">
          <p>
            {say('english')}{' '}
            <a href={publicPaths.home} lang="en" hrefLang="en">
              English
            </a>
          </p>
          <p>{shellWording.footer.copyright(year, organization.legalName ?? organization.name)}</p>
        </div>
      </footer>
    </Document>
  )
}

const stripTexts = ['languages', 'leaveLabel', 'leave', 'leaveHistory'] as const

type PartProps = { page: LanguagePage; organization: Organization }

/** The page's texts, with the organization's name in them. */
function wordsOf({ texts }: LanguagePage, { name }: Organization) {
  const plain = (key: LanguageText, day = '') =>
    (texts[key] || languageSource[key]).replaceAll('{name}', name).replace('{date}', day)
  const say = (key: LanguageText, day?: string) =>
    texts[key] ? plain(key, day) : <English>{plain(key, day)}</English>
  return { plain, say }
}

function English({ children }: { children: ReactNode }) {
  return <span lang="en">{children}</span>
}

function Section({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <div className="stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </section>
  )
}

function Interpreter({ page, organization }: PartProps) {
  const { interpreter } = organization
  const { say } = wordsOf(page, organization)
  if (!interpreter) return null
  return (
    <section className="site-notice" aria-labelledby="interpreter">
      <h2 id="interpreter">{say('interpreterTitle')}</h2>
      <p>{say('interpreterHow')}</p>
      <p>
        <PhoneLink number={interpreter.number} /> ·{' '}
        {page.interpreterHours || <English>{interpreter.hours}</English>}
      </p>
      <p>
        {say('relay')} <PhoneLink number={interpreter.relay} />
      </p>
    </section>
  )
}

function Reach({ page, organization }: PartProps) {
  const { address, phones, fax, emails } = organization
  const { say } = wordsOf(page, organization)
  return (
    <Section id="reach" title={say('reachTitle')}>
      <p>{say('reach')}</p>
      <address>
        {phones.map(({ number }) => (
          <p key={number}>
            {say('phone')}: <PhoneLink className="touch-line" number={number} />
          </p>
        ))}
        <p>
          {say('email')}: <EmailLink className="touch-line" address={emails.contact} />
        </p>
        {fax && (
          <p>
            {say('fax')}: <span className="touch-line unbroken-text">{fax}</span>
          </p>
        )}
        <p>
          {say('address')}: {address.join(', ')}
        </p>
      </address>
    </Section>
  )
}

function Rights({ page, organization }: PartProps) {
  const { complaints } = organization
  const { say } = wordsOf(page, organization)
  return (
    <Section id="rights" title={say('rightsTitle')}>
      <ul>
        {(['rightToChoose', 'rightToPrivacy', 'rightToSee', 'rightToFairness'] as const).map((key) => (
          <li key={key}>{say(key)}</li>
        ))}
        {complaints && (
          <li>
            {say('rightToComplain')} <PhoneLink number={complaints.number} />
          </li>
        )}
      </ul>
    </Section>
  )
}

function SafetyLines({ page, organization }: PartProps) {
  const { say } = wordsOf(page, organization)
  return (
    <section className="home-help" aria-labelledby="help-now">
      <div className="site-page">
        <h2 id="help-now">{say('helpTitle')}</h2>
        <ul>
          {organization.safetyLines.map(({ number, ...line }) => {
            const { name, when } = page.safetyLines[number] ?? {}
            return (
              <li key={number}>
                <a className="home-help-number touch-line" href={phoneHref(number)}>
                  <Icon name="phone" size="small" />
                  {number}
                </a>
                <span className="home-help-name">{name || <English>{line.name}</English>}</span>
                <span className="soft">{when || <English>{line.when}</English>}</span>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

/** The day in words, in English if the program does not know the language. */
function dayIn(language: string, day: string): string {
  const format = new Intl.DateTimeFormat([language, 'en'], { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}
