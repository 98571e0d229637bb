import './home.css'
import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import type { PageProps } from '#site/page.ts'
import { callAddress } from '#site/shell/call-address.ts'
import { Icon } from '#ui/icon.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { LakeHouse } from './lake-house.tsx'
import { homeWording as wording } from './wording.en.ts'

export function HomeBody({ organization, hasPage }: PageProps) {
  const writing = `mailto:${organization.emails.contact}`
  return (
    <>
      <Hero organization={organization} hasPage={hasPage} />
      <HelpNow organization={organization} />
      <WhatWeDo lead={organization.texts?.home?.whatWeDo ?? wording.whatWeDo.lead} hasPage={hasPage} />
      <section className="home-belief">
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
      <section className="site-page home-closing" aria-labelledby="home-closing">
        <h2 id="home-closing">{wording.closing.title}</h2>
        <p>{wording.closing.text}</p>
        <LinkButton
          tone="primary"
          icon="mail"
          href={hasPage(publicPaths.contact) ? publicPaths.contact : writing}
        >
          {wording.closing.contact}
        </LinkButton>
      </section>
    </>
  )
}

function Hero({ organization, hasPage }: PageProps) {
  const own = organization.texts?.home
  const [phone] = organization.phones
  return (
    <section className="home-hero" aria-labelledby="home-welcome">
      <div className="site-page home-hero-columns">
        <div className="home-hero-words">
          <p className="home-hero-tagline">{organization.tagline}</p>
          <h1 id="home-welcome">{own?.welcome ?? wording.hero.welcome(organization.name)}</h1>
          <p className="home-hero-lead">{own?.lead ?? wording.hero.lead}</p>
          <p className="home-hero-actions">
            {phone && (
              <LinkButton tone="primary" icon="phone" href={callAddress(phone.number)}>
                {wording.hero.contact}
              </LinkButton>
            )}
            <LinkButton href={hasPage(publicPaths.services) ? publicPaths.services : '#home-work'}>
              {wording.hero.services}
            </LinkButton>
          </p>
          {phone && (
            <p className="home-hero-call">
              {wording.hero.call} <a href={callAddress(phone.number)}>{phone.number}</a>
            </p>
          )}
        </div>
        <LakeHouse label={wording.picture} />
      </div>
    </section>
  )
}

function HelpNow({ organization }: { organization: Organization }) {
  return (
    <section className="home-help" aria-labelledby="home-help-title">
      <div className="site-page">
        <h2 id="home-help-title">{wording.help.title}</h2>
        <ul>
          {organization.safetyLines.map((line) => (
            <li key={line.number}>
              <a className="home-help-number" href={callAddress(line.number)}>
                <Icon name="phone" size="small" />
                {wording.help.call} {line.number}
              </a>
              <span className="home-help-name">
                {line.link ? <a href={line.link}>{line.name}</a> : line.name}
              </span>
              <span className="home-help-when">{line.when}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function WhatWeDo({ lead, hasPage }: { lead: string; hasPage: PageProps['hasPage'] }) {
  return (
    <section className="site-page home-work" aria-labelledby="home-work">
      <div className="home-work-intro">
        <h2 id="home-work">{wording.whatWeDo.title}</h2>
        <p>{lead}</p>
      </div>
      <ol>
        {wording.whatWeDo.steps.map((step) => (
          <li key={step.title}>
            <span className="home-work-sign">
              <Icon name={step.icon} size="large" />
            </span>
            <div>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
              {hasPage(step.href) ? <a href={step.href}>{step.link}</a> : <p>{step.link}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
