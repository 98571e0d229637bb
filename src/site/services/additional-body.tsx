import './services.css'
import type { PageProps } from '#site/page.ts'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { additionalServicesWording as wording } from './additional-services.wording.en.ts'
import { AskUs } from './ask-us.tsx'
import { FormOfPage } from './form-of-page.tsx'
import { ServiceCards } from './service-cards.tsx'
import { ServiceNotice } from './service-notice.tsx'
import { ServiceOpening } from './service-opening.tsx'
import { serviceOf, services } from './services.ts'

const { key, title, Picture } = serviceOf('additionalServices')
const others = services.filter((service) => service.key !== key)

export function AdditionalBody({ organization }: PageProps) {
  const { support, management } = wording
  return (
    <>
      <ServiceOpening
        organization={organization}
        title={title}
        lead={wording.lead}
        picture={<Picture label={wording.picture} />}
      />
      <div className="site-page services-columns">
        <div className="services-text">
          <ServiceNotice organization={organization} service={key} />
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
        </div>
        <div className="services-side">
          <FormOfPage service={key} title={wording.form} />
          <AskUs organization={organization} />
        </div>
      </div>
      <section className="site-page" aria-labelledby="others">
        <h2 id="others">{wording.others}</h2>
        <ServiceCards services={others} level={3} />
      </section>
    </>
  )
}
