import './home.css'
import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import type { Page, PageProps } from '#site/page.ts'
import { LakeHouse } from '#site/pictures/lakeside.tsx'
import { CallButton, phoneHref } from '#site/shell/contact-links.tsx'
import { InterpreterNotice } from '#site/shell/interpreter.tsx'
import { Opening } from '#site/shell/opening.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { homeWording as wording } from './wording.en.ts'

const helpId = 'help-now'
const needsId = 'needs'

export const homePage: Page = {
  path: publicPaths.home,
  title: ({ name }) => wording.title(name),
  description: ({ name }) => wording.description(name),
  Body: HomeBody,
  helpId,
}

function HomeBody({ organization }: PageProps) {
  return (
    <>
      <Hero organization={organization} />
      <HelpNow organization={organization} />
      {organization.interpreter && (
        <div className="site-page home-section">
          <InterpreterNotice organization={organization} />
        </div>
      )}
      <Needs />
      <WhatWeDo lead={organization.texts?.home?.whatWeDo ?? wording.whatWeDo.lead} />
      <section className="home-belief deep">
        <div className="site-page home-belief-columns">
          <div>
            <h2>{wording.mission}</h2>
            <p>{organization.mission}</p>
          </div>
          <div>
            <h2>{wording.vision}</h2>
            <p>{organization.vision}</p>
          </div>
        </div>
      </section>
      <section className="site-page home-section home-closing screen-only" aria-labelledby="home-closing">
        <h2 id="home-closing">{wording.closing.title}</h2>
        <p>{wording.closing.text}</p>
        <LinkButton tone="primary" icon="mail" href={publicPaths.contact}>
          {wording.closing.contact}
        </LinkButton>
      </section>
    </>
  )
}

function Hero({ organization }: { organization: Organization }) {
  const { tagline, texts, name } = organization
  return (
    <Opening
      above={tagline}
      title={texts?.home?.welcome ?? wording.hero.welcome(name)}
      lead={texts?.home?.lead ?? wording.hero.lead}
      picture={<LakeHouse label={wording.picture} />}
      urgent
    >
      <CallButton organization={organization} label={wording.hero.contact} tone="primary" />
      <LinkButton href={`#${needsId}`}>{wording.hero.services}</LinkButton>
    </Opening>
  )
}

/** Links needs in a visitor's own words to the services for them. */
function Needs() {
  return (
    <section className="site-page home-section home-needs" aria-labelledby={needsId}>
      <h2 id={needsId}>{wording.needs.title}</h2>
      <ul>
        {wording.needs.choices.map(({ need, href }) => (
          <li key={need}>
            <a href={href}>
              {need}
              <Icon name="arrow-right" />
            </a>
          </li>
        ))}
      </ul>
      <p className="home-more">
        {wording.needs.unsure}{' '}
        <a className="touch-line" href={publicPaths.contact}>
          {wording.needs.ask}
        </a>
      </p>
    </section>
  )
}

function HelpNow({ organization }: { organization: Organization }) {
  return (
    <section className="home-help" aria-labelledby={helpId}>
      <div className="site-page">
        <h2 id={helpId}>{wording.help.title}</h2>
        <ul>
          {organization.safetyLines.map((line) => (
            <li key={line.number}>
              <a className="home-help-number touch-line" href={phoneHref(line.number)}>
                <Icon name="phone" size="small" />
                {wording.help.call} {line.number}
              </a>
              <span className="home-help-name">
                {line.link ? <a href={line.link}>{line.name}</a> : line.name}
              </span>
              <span className="soft">{line.when}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function WhatWeDo({ lead }: { lead: string }) {
  return (
    <section className="site-page home-section home-work" aria-labelledby="home-work">
      <h2 id="home-work">{wording.whatWeDo.title}</h2>
      <p>{lead}</p>
      <ol>
        {wording.whatWeDo.steps.map((step) => (
          <li key={step.title}>
            <span className="home-work-sign">
              <Icon name={step.icon} size="large" />
            </span>
            <div>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="home-more">
        <a className="touch-line" href={publicPaths.services}>
          {wording.whatWeDo.more}
        </a>
      </p>
    </section>
  )
}
