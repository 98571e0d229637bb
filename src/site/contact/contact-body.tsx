import './contact.css'
import { templateToken } from '#contract/contact-messages/form.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { complaintsPath } from '#contract/paths.ts'
import type { PageProps } from '#site/page.ts'
import { EmailLink, PhoneLink } from '#site/shell/contact-links.tsx'
import { InterpreterNotice } from '#site/shell/interpreter.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { ContactForm, contactFormId, type FieldState } from './contact-form.tsx'
import { contactPageWording as wording } from './wording.en.ts'

export const contactHelpId = 'contact-help'

export function ContactBody({ organization }: PageProps) {
  return <Contact organization={organization} refused={false} />
}

export function RefusedContactBody({ organization }: PageProps) {
  return <Contact organization={organization} refused />
}

const untouched: FieldState = () => ({ typed: '', error: '', invalid: 'false' })

const filledInLater: FieldState = (field) => ({
  typed: templateToken(field),
  error: templateToken(`${field}Error`),
  // The server makes it 'true' or 'false'.
  invalid: templateToken(`${field}Invalid`) as 'true',
})

function Contact({ organization, refused }: { organization: Organization; refused: boolean }) {
  return (
    <div className="site-page contact">
      <h1>{wording.heading}</h1>
      <p className="contact-intro">{wording.intro}</p>
      {refused ? <Refusal /> : <WayToForm />}
      <div className="contact-columns">
        <div className="contact-side">
          <ContactDetails organization={organization} />
          <HelpNow organization={organization} />
          <InterpreterNotice organization={organization} />
          {organization.complaints && (
            <p>
              {wording.complaints.text}{' '}
              <a className="contact-line" href={complaintsPath}>
                {wording.complaints.link}
              </a>
            </p>
          )}
        </div>
        <ContactForm organization={organization} state={refused ? filledInLater : untouched} />
      </div>
    </div>
  )
}

/** Takes focus: screen readers start with it. The server fills in the tokens. */
function Refusal() {
  return (
    <div
      className="error-summary"
      role="alert"
      aria-labelledby="contact-problem"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page is the answer to what the person just sent
      autoFocus
    >
      <h2 id="contact-problem">{wording.refused.problem}</h2>
      <p>
        <a href={`#${templateToken('target')}`}>{templateToken('sentence')}</a>
      </p>
    </div>
  )
}

/** For phones, where the form is at the end of the page. */
function WayToForm() {
  return (
    <p className="contact-way">
      <LinkButton tone="primary" icon="mail" href={`#${contactFormId}`}>
        {wording.write}
      </LinkButton>
    </p>
  )
}

function ContactDetails({ organization }: { organization: Organization }) {
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
                <PhoneLink className="contact-line" number={number} />
              </dd>
            </div>
          ))}
          <div>
            <dt>
              <Icon name="mail" />
              {wording.reach.email}
            </dt>
            <dd>
              <EmailLink className="contact-line" address={emails.contact} />
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
            <dd>{wording.reach.visit}</dd>
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
    <section className="site-notice" aria-labelledby={contactHelpId}>
      <h2 id={contactHelpId}>{wording.help.title}</h2>
      <p>{wording.help.text}</p>
      <ul className="site-lines">
        {organization.safetyLines.map((line) => (
          <li key={line.number}>
            <PhoneLink number={line.number} /> <span>{line.name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
