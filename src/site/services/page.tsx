import { publicPaths } from '#contract/paths.ts'
import type { ServiceKey } from '#contract/services/service-keys.ts'
import type { Page, PageProps } from '#site/page.ts'
import { Opening } from '#site/shell/opening.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { AskUs } from './ask-us.tsx'
import { ServiceBody } from './service-body.tsx'
import { ServiceCards } from './service-cards.tsx'
import { ServicePage } from './service-page.tsx'
import { servicePageWording } from './service-page.wording.en.ts'
import { serviceOf, services } from './services.ts'
import { additionalServicesWording, servicesWording as wording } from './wording.en.ts'

const additional = serviceOf('additionalServices')
const others = services.filter(({ key }) => key !== additional.key)

/** The overview and a page for each service. */
export const servicePages: readonly Page[] = [
  {
    path: publicPaths.services,
    title: ({ name }) => wording.title(name),
    description: ({ name }) => wording.description(name),
    Body: Overview,
  },
  templatePage('housingConsultant', ['housingTransition', 'housingSustaining', 'additionalServices']),
  templatePage('housingTransition', ['housingConsultant', 'movingAssistance', 'housingSustaining']),
  templatePage('housingSustaining', ['housingTransition', 'housingSupportSupplement', 'additionalServices']),
  templatePage('movingAssistance', ['housingTransition', 'housingSustaining', 'additionalServices']),
  templatePage('housingSupportSupplement', ['housingSustaining', 'movingAssistance', 'additionalServices']),
  servicePage('additionalServices', additionalServicesWording.description, AdditionalBody),
]

function Overview({ organization }: PageProps) {
  return (
    <>
      <Opening title={wording.heading} lead={wording.lead} />
      <div className="site-page">
        <ServiceCards services={services} level={2} pictures />
        <AskUs organization={organization} title={wording.unsure.title} text={wording.unsure.text} />
      </div>
    </>
  )
}

function templatePage(key: keyof typeof servicePageWording, neighbors: readonly ServiceKey[]): Page {
  const words = servicePageWording[key]
  const service = serviceOf(key)
  return servicePage(key, words.description, (props) => (
    <ServiceBody {...props} service={service} words={words} neighbors={neighbors.map(serviceOf)} />
  ))
}

function servicePage(key: ServiceKey, description: (name: string) => string, Body: Page['Body']): Page {
  const { path, title } = serviceOf(key)
  return {
    path,
    title: ({ name }) => wording.page.title(title, name),
    description: ({ name }) => description(name),
    Body,
    scripts: ['forms'],
  }
}

function AdditionalBody({ organization }: PageProps) {
  const words = additionalServicesWording
  const { support, management } = words
  return (
    <ServicePage
      organization={organization}
      service={additional}
      lead={words.lead}
      pictureLabel={words.picture}
      formTitle={words.form}
      others={{ title: words.others, services: others }}
    >
      <section aria-labelledby="support">
        <h2 id="support">
          <UnbrokenText text={support.title} />
        </h2>
        {support.text.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
      <section aria-labelledby="management">
        <h2 id="management">{management.title}</h2>
        {management.text.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <h3>{management.advocacy}</h3>
        <p>{management.advocacyText}</p>
      </section>
    </ServicePage>
  )
}
