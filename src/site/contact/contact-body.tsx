import './contact.css'
import { tokenOf } from '#contract/contact-messages/form.ts'
import type { Organization } from '#contract/organization/schema.ts'
import type { PageProps } from '#site/page.ts'
import { callAddress } from '#site/shell/call-address.ts'
import { EmailAddress } from '#ui/email-address.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Icon } from '#ui/icon.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { ContactForm, contactFormPlace, type FieldState } from './contact-form.tsx'
import { contactPageWording as wording } from './wording.en.ts'

export const contactHelpPlace = 'contact-help'

export function ContactBody({ organization }: PageProps) {
  return <Contact organization={organization} refused={false} />
}

export function RefusedContactBody({ organization }: PageProps) {
  return <Contact organization={organization} refused />
}

const untouched: FieldState = () => ({ typed: '', error: '', invalid: 'false' })

const filledInLater: FieldState = (field) => ({
  typed: tokenOf(field),
  error: tokenOf(`${field}Error`),
  // The server makes it 'true' or 'false'.
  invalid: tokenOf(`${field}Invalid`) as 'true',
})

const reasonAddedLater = { fieldId: tokenOf('target'), message: tokenOf('sentence') }

function Contact({ organization, refused }: { organization: Organization; refused: boolean }) {
  return (
    <div className="site-page contact">
      <h1>{wording.heading}</h1>
      <p className="contact-intro">{wording.intro}</p>
      {refused ? <ErrorSummary errors={[reasonAddedLater]} title={wording.refused.problem} /> : <WayToForm />}
      <div className="contact-columns">
        <div className="contact-side">
          <Reach organization={organization} />
          <HelpNow organization={organization} />
        </div>
        <ContactForm state={refused ? filledInLater : untouched} />
      </div>
    </div>
  )
}

/** On a phone the form lies below everything else that the page has. */
function WayToForm() {
  return (
    <p className="contact-way">
      <LinkButton tone="primary" icon="mail" href={`#${contactFormPlace}`}>
        {wording.write}
      </LinkButton>
    </p>
  )
}

function Reach({ organization }: { organization: Organization }) {
  const { address, phones, fax, emails } = organization
  return (
    <section aria-labelledby="contact-reach">
      <h2 id="contact-reach">{wording.reach.title}</h2>
      <address>
        <dl>
          {phones.map(({ label, number }) => (
            <div key={number}>
              <dt>
                <Icon name="phone" />
                {label}
              </dt>
              <dd>
                <a className="contact-line" href={callAddress(number)}>
                  {number}
                </a>
              </dd>
            </div>
          ))}
          <div>
            <dt>
              <Icon name="mail" />
              {wording.reach.email}
            </dt>
            <dd>
              <a className="contact-line" href={`mailto:${emails.contact}`}>
                <EmailAddress address={emails.contact} />
              </a>
            </dd>
          </div>
          <div>
            <dt>
              <Icon name="map" />
              {wording.reach.address}
            </dt>
            {address.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
          {fax && (
            <div>
              <dt>
                <Icon name="print" />
                {wording.reach.fax}
              </dt>
              <dd>
                <UnbrokenText text={fax} />
              </dd>
            </div>
          )}
        </dl>
      </address>
    </section>
  )
}

function HelpNow({ organization }: { organization: Organization }) {
  return (
    <section className="contact-help" aria-labelledby={contactHelpPlace}>
      <h2 id={contactHelpPlace}>{wording.help.title}</h2>
      <p>{wording.help.text}</p>
      <ul>
        {organization.safetyLines.map((line) => (
          <li key={line.number}>
            <a className="contact-line" href={callAddress(line.number)}>
              {line.number}
            </a>{' '}
            {line.name}
          </li>
        ))}
      </ul>
    </section>
  )
}
