import '#site/shell/text.css'
import './about.css'
import type { ReactNode } from 'react'
import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import type { Page, PageProps } from '#site/page.ts'
import { LakeStreet } from '#site/pictures/lakeside.tsx'
import { AskUs } from '#site/services/ask-us.tsx'
import { PhoneLink } from '#site/shell/contact-links.tsx'
import { Opening } from '#site/shell/opening.tsx'
import { LinkButton } from '#ui/button.tsx'
import { aboutWording as wording } from './wording.en.ts'

export const aboutPage: Page = {
  path: publicPaths.about,
  title: ({ name }) => wording.title(name),
  description: ({ name }) => wording.description(name),
  Body: AboutBody,
}

function AboutBody({ organization }: PageProps) {
  const { name, tagline, texts } = organization
  return (
    <>
      <Opening
        above={tagline}
        title={wording.heading(name)}
        lead={wording.lead}
        picture={<LakeStreet label={wording.picture} />}
      >
        <LinkButton tone="primary" icon="hands" href={publicPaths.services}>
          {wording.services}
        </LinkButton>
      </Opening>
      <div className="site-page site-text about">
        <section aria-labelledby="who">
          <h2 id="who">{wording.sections.who}</h2>
          <p>{texts?.about?.whoWeAre ?? wording.whoWeAre(name)}</p>
        </section>
        <section aria-labelledby="how">
          <h2 id="how">{wording.sections.how}</h2>
          <ul className="about-ways">
            {wording.how.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <div className="about-columns">
          <Points id="expect" title={wording.sections.expect} texts={wording.expect} />
          <Points id="not" title={wording.sections.not} texts={wording.not}>
            <Emergency organization={organization} />
          </Points>
        </div>
        <AskUs organization={organization} title={wording.closing.title} text={wording.closing.text} />
      </div>
    </>
  )
}

type PointsProps = { id: string; title: string; texts: readonly string[]; children?: ReactNode }

function Points({ id, title, texts, children }: PointsProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {children}
    </section>
  )
}

function Emergency({ organization }: { organization: Organization }) {
  return (
    <div>
      <p>{wording.emergency}</p>
      <ul className="site-lines">
        {organization.safetyLines.map((line) => (
          <li key={line.number}>
            <PhoneLink number={line.number} /> {line.name}
          </li>
        ))}
      </ul>
    </div>
  )
}
