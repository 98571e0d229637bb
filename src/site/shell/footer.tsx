import './footer.css'
import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import { NameMark } from '#ui/masthead.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { EmailLink, PhoneLink } from './contact-links.tsx'
import { shellWording } from './wording.en.ts'

const wording = shellWording.footer

/** The target of 'Help now' on pages without emergency numbers of their own. */
export const footerHelpId = 'footer-help'

const links = [
  { href: publicPaths.privacy, label: wording.privacy },
  { href: publicPaths.terms, label: wording.terms },
  { href: publicPaths.cookies, label: wording.cookies },
  { href: publicPaths.contact, label: wording.contact },
  { href: publicPaths.accessibility, label: wording.accessibility },
]

export function Footer({ organization, year }: { organization: Organization; year: number }) {
  return (
    <footer className="footer deep">
      <div className="footer-columns">
        <div className="footer-who">
          <NameMark name={organization.name} />
          <p>{organization.tagline}</p>
        </div>
        <ContactDetails organization={organization} />
        <section aria-labelledby={footerHelpId}>
          <h2 id={footerHelpId}>{wording.help}</h2>
          <ul className="footer-lines site-lines">
            {organization.safetyLines.map((line) => (
              <li key={line.number}>
                <PhoneLink number={line.number} /> <span>{line.name}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className="footer-end">
        <nav className="screen-only" aria-label={wording.label}>
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <p>{wording.copyright(year, organization.legalName ?? organization.name)}</p>
      </div>
    </footer>
  )
}

function ContactDetails({ organization }: { organization: Organization }) {
  const { address, phones, fax, emails } = organization
  return (
    <section aria-labelledby="footer-reach">
      <h2 id="footer-reach">{wording.reach}</h2>
      <address>
        <p>
          {address.map((line) => (
            <span className="footer-line" key={line}>
              {line}
            </span>
          ))}
        </p>
        {phones.map(({ label, number }) => (
          <p key={number}>
            {label} <PhoneLink number={number} />
          </p>
        ))}
        {fax && (
          <p>
            <UnbrokenText text={`${wording.fax} ${fax}`} />
          </p>
        )}
        <p>
          <EmailLink address={emails.contact} />
        </p>
      </address>
    </section>
  )
}
