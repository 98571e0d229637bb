import type { PageProps } from '#site/page.ts'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { ServicePage } from './service-page.tsx'
import type { ServicePageWording } from './service-page.wording.en.ts'
import type { Service } from './services.ts'
import { servicesWording } from './wording.en.ts'

const wording = servicesWording.page

type ServiceBodyProps = PageProps & {
  service: Service
  words: ServicePageWording
  /** Services that clients often use before or after this one. */
  neighbors: readonly Service[]
}

/** The template of the service pages, except for that of the additional services. */
export function ServiceBody({ organization, service, words, neighbors }: ServiceBodyProps) {
  return (
    <ServicePage
      organization={organization}
      service={service}
      lead={words.lead}
      others={{ title: wording.neighbors, services: neighbors }}
    >
      <section aria-labelledby="what">
        <h2 id="what">{wording.whatItIs}</h2>
        {words.whatItIs.map((text) => (
          <p key={text}>{text}</p>
        ))}
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
        <Points texts={service.form.bring} />
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
    </ServicePage>
  )
}

function Words({ words }: { words: NonNullable<ServicePageWording['words']> }) {
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

/** Links the name of another service in a text to its page. */
function LinkedService({ text, services }: { text: string; services: readonly Service[] }) {
  const named = services.find(({ title }) => text.includes(title))
  if (!named) return text
  const [before, after] = text.split(named.title)
  return (
    <>
      {before}
      <a href={named.path}>{named.title}</a>
      {after}
    </>
  )
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
