import './legal.css'
import type { ReactNode } from 'react'
import type { PageProps } from '#site/page.ts'
import { Opening } from '#site/shell/opening.tsx'
import { Contents, placeOf } from './contents.tsx'
import { Reach } from './reach.tsx'
import { Related } from './related.tsx'
import type { LegalPageWording, LegalPart } from './section.ts'
import { legalWording } from './wording.en.ts'

type LegalPageProps = PageProps & {
  wording: LegalPageWording
  path: string
  /** Whom to write to. */
  email: string
  /** Numbered ones are one ordered list: '1. …', '2. …'. */
  numbered?: boolean
  /** What only a script can do, after the section of that title. */
  children?: ReactNode
}

/** What it is about, the whole in a few words, sections, and whom to ask. */
export function LegalPage(props: LegalPageProps) {
  const { wording, path, email, numbered = false, children, ...facts } = props
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
      <div className="site-page legal">
        <Contents titles={titles} />
        <section className="legal-short" aria-labelledby="legal-short">
          <h2 id="legal-short">{legalWording.inShort}</h2>
          <Parts parts={[wording.inShort]} />
        </section>
        <List className="legal-sections">
          {sections.map((section, index) => (
            <Item key={section.title}>
              <h2 id={placeOf(index)}>{titles[index]}</h2>
              <Parts parts={section.parts} />
            </Item>
          ))}
          {children}
          <Item>
            <h2 id={placeOf(sections.length)}>{titles.at(-1)}</h2>
            <Parts parts={wording.contact.parts} />
            <Reach organization={organization} email={email} />
          </Item>
        </List>
        <Related path={path} hasPage={hasPage} />
      </div>
    </>
  )
}

function Parts({ parts }: { parts: readonly LegalPart[] }) {
  return parts.map((part) =>
    typeof part === 'string' ? (
      <p key={part}>{part}</p>
    ) : (
      <ul key={part[0]}>
        {part.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
  )
}
