import './services.css'
import type { ServiceKey } from '#contract/services/service-keys.ts'
import { servicePath } from '#contract/services/service-keys.ts'
import { formOfService } from '#site/forms/form-of-service.ts'
import type { PageProps } from '#site/page.ts'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { AskUs } from './ask-us.tsx'
import { FormOfPage } from './form-of-page.tsx'
import type { Service, ServiceWording } from './service.ts'
import { ServiceCards } from './service-cards.tsx'
import { ServiceNotice } from './service-notice.tsx'
import { ServiceOpening } from './service-opening.tsx'
import { serviceOf } from './services.ts'
import { servicesWording } from './wording.en.ts'

const wording = servicesWording.page

type ServiceBodyProps = PageProps & {
  service: Service
  words: ServiceWording
  /** Services that come before or after it in people's lives. */
  neighbors: readonly ServiceKey[]
}

/** The one template of the five service pages. */
export function ServiceBody({ organization, service, words, neighbors }: ServiceBodyProps) {
  const { key, title, Picture } = service
  return (
    <>
      <ServiceOpening organization={organization} title={title} lead={words.lead} picture={<Picture />} />
      <div className="site-page services-columns">
        <div className="services-text">
          <ServiceNotice organization={organization} service={key} />
          <About words={words} />
          <Together
            words={words}
            bring={formOfService(servicePath(key)).bring}
            neighbors={neighbors.map(serviceOf)}
          />
        </div>
        <div className="services-side">
          <FormOfPage service={key} />
          <AskUs organization={organization} />
        </div>
      </div>
      <section className="site-page" aria-labelledby="neighbors">
        <h2 id="neighbors">{wording.neighbors}</h2>
        <ServiceCards services={neighbors.map(serviceOf)} level={3} />
      </section>
    </>
  )
}

function About({ words }: { words: ServiceWording }) {
  return (
    <>
      <section aria-labelledby="what">
        <h2 id="what">{wording.whatItIs}</h2>
        <Paragraphs texts={words.whatItIs} />
        {words.kinds && <Points texts={words.kinds} />}
      </section>
      <section aria-labelledby="who">
        <h2 id="who">{wording.whoFor}</h2>
        <p>{words.whoFor.intro}</p>
        <Points texts={words.whoFor.cases} />
        {words.whoFor.more && (
          <p>
            <strong>{words.whoFor.more}</strong>
          </p>
        )}
      </section>
    </>
  )
}

type TogetherProps = { words: ServiceWording; bring: readonly string[]; neighbors: readonly Service[] }

function Together({ words, bring, neighbors }: TogetherProps) {
  return (
    <>
      <section aria-labelledby="steps">
        <h2 id="steps">{wording.steps}</h2>
        <ol className="services-steps">
          {words.steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="bring">
        <h2 id="bring">{wording.bring}</h2>
        <p>{wording.bringIntro}</p>
        <Points texts={bring} />
      </section>
      <section aria-labelledby="ending">
        <h2 id="ending">{wording.ending}</h2>
        {words.ending.map((text) => (
          <p key={text}>
            <LinkedService text={text} services={neighbors} />
          </p>
        ))}
      </section>
      {words.words && <Words words={words.words} />}
    </>
  )
}

function Words({ words }: { words: NonNullable<ServiceWording['words']> }) {
  return (
    <section aria-labelledby="words">
      <h2 id="words">{wording.words}</h2>
      <dl className="services-words">
        {words.map(({ word, meaning }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>
              <UnbrokenText text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Whoever is told to go on with another service gets there from the word. */
function LinkedService({ text, services }: { text: string; services: readonly Service[] }) {
  const named = services.find(({ title }) => text.includes(title))
  if (!named) return text
  const begin = text.indexOf(named.title)
  return (
    <>
      {text.slice(0, begin)}
      <a href={servicePath(named.key)}>{named.title}</a>
      {text.slice(begin + named.title.length)}
    </>
  )
}

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>)
}

function Points({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
