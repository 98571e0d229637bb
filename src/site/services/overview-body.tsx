import './services.css'
import type { PageProps } from '#site/page.ts'
import { Opening } from '#site/shell/opening.tsx'
import { AskUs } from './ask-us.tsx'
import { ServiceCards } from './service-cards.tsx'
import { services } from './services.ts'
import { servicesWording as wording } from './wording.en.ts'

export function OverviewBody({ organization }: PageProps) {
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
