import '#site/shell/text.css'
import './legal.css'
import type { ReactNode } from 'react'
import type { Organization } from '#contract/organization/schema.ts'
import { complaintsPath, publicPaths } from '#contract/paths.ts'
import type { PageProps } from '#site/page.ts'
import { EmailLink, PhoneLink } from '#site/shell/contact-links.tsx'
import { Opening } from '#site/shell/opening.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { type LegalPageWording, type LegalPart, legalWording, type Reach } from './wording.en.ts'

export type LegalPageProps = {
  wording: LegalPageWording
  path: string
  /** The organization's address for questions about this page. */
  writeTo: keyof Organization['emails']
  /** Makes the sections one ordered list: '1. …', '2. …'. */
  numbered?: boolean
  /** Before the last section. */
  children?: ReactNode
  facts: PageProps
}

/** A lead, a summary, the sections and how to contact the organization. */
export function LegalPage({ wording, path, writeTo, numbered = false, children, facts }: LegalPageProps) {
  const { organization, hasPage } = facts
  const sections = wording.sections(facts)
  const List = numbered ? 'ol' : 'div'
  const Item = numbered ? 'li' : 'section'
  const titles = [...sections, wording.contact].map(({ title }, index) =>
    numbered ? `${index + 1}. ${title}` : title,
  )
  return (
    <>
      <Opening title={wording.title} above={wording.since} lead={wording.lead(organization.name)} />
      <div className="site-page site-text legal">
        <Contents titles={titles} />
        <section className="site-notice" aria-labelledby="legal-short">
          <h2 id="legal-short">{legalWording.inShort}</h2>
          <Parts parts={[wording.inShort]} />
        </section>
        <List className="legal-sections">
          {sections.map((section, index) => (
            <Item key={section.title}>
              <h2 id={headingId(index)}>{titles[index]}</h2>
              <Parts parts={section.parts} />
            </Item>
          ))}
          {children}
          <Item>
            <h2 id={headingId(sections.length)}>{titles.at(-1)}</h2>
            <Parts parts={wording.contact.parts} />
            <ContactDetails organization={organization} email={organization.emails[writeTo]} />
          </Item>
        </List>
        <Related path={path} hasPage={hasPage} />
      </div>
    </>
  )
}

const headingId = (index: number): string => `part-${index + 1}`

/** Links to the sections. */
function Contents({ titles }: { titles: readonly string[] }) {
  return (
    <nav className="legal-contents screen-only" aria-labelledby="legal-contents">
      <p id="legal-contents">{legalWording.contents}</p>
      <ul>
        {titles.map((title, index) => (
          <li key={title}>
            <a href={`#${headingId(index)}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Parts({ parts }: { parts: readonly LegalPart[] }) {
  return parts.map((part) => {
    if (typeof part === 'string') return <p key={part}>{part}</p>
    if ('reach' in part) return <People key={part.reach[0]?.name} people={part.reach} />
    return (
      <ul key={part[0]}>
        {part.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )
  })
}

function People({ people }: { people: readonly Reach[] }) {
  return (
    <ul className="site-lines">
      {people.map(({ name, number, email, link }) => (
        <li key={name}>
          {link ? <a href={link}>{name}</a> : name}
          {number && <PhoneLink number={number} />}
          {email && <EmailLink address={email} />}
        </li>
      ))}
    </ul>
  )
}

function ContactDetails({ organization, email }: { organization: Organization; email: string }) {
  const { address, phones, fax, legalName, name } = organization
  const entries = [
    ...phones.map(({ label, number }) => [label, <PhoneLink key={number} number={number} />] as const),
    [legalWording.reach.email, <EmailLink key={email} address={email} />] as const,
    ...(fax ? [[legalWording.reach.fax, <UnbrokenText key={fax} text={fax} />] as const] : []),
    [legalWording.reach.mail, [legalName ?? name, ...address].join(', ')] as const,
  ]
  return (
    <address>
      <dl>
        {entries.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </address>
  )
}

const related = [
  ...(['privacy', 'terms', 'cookies', 'accessibility'] as const).map(
    (name) => [name, publicPaths[name]] as const,
  ),
  ['complaints', complaintsPath] as const,
]

function Related({ path, hasPage }: Pick<PageProps, 'hasPage'> & { path: string }) {
  const others = related.filter(([, href]) => href !== path && hasPage(href))
  return (
    <nav className="screen-only" aria-labelledby="legal-related">
      <h2 id="legal-related">{legalWording.related.title}</h2>
      <ul>
        {others.map(([name, href]) => (
          <li key={name}>
            <a href={href}>{legalWording.related[name]}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
