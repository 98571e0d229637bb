import '#site/shell/text.css'
import './services.css'
import type { ReactNode } from 'react'
import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import type { ServiceKey } from '#contract/services/service-keys.ts'
import { FileEntry } from '#site/forms/file-entry.tsx'
import { CallButton } from '#site/shell/contact-links.tsx'
import { BackLink, Opening } from '#site/shell/opening.tsx'
import { LinkButton } from '#ui/button.tsx'
import { AskUs } from './ask-us.tsx'
import { ServiceCards } from './service-cards.tsx'
import type { Service } from './services.ts'
import { servicesWording } from './wording.en.ts'

const wording = servicesWording.page

type ServicePageProps = {
  organization: Organization
  service: Service
  lead: string
  /** Without it the picture is decorative. */
  pictureLabel?: string
  formTitle?: string
  others: { title: string; services: readonly Service[] }
  children: ReactNode
}

/** The frame of every service page: the link back, the form, how to ask, and other services. */
export function ServicePage(props: ServicePageProps) {
  const { organization, service, lead, pictureLabel, formTitle = wording.form, others, children } = props
  const { key, title, form, Picture } = service
  return (
    <>
      <Opening
        above={<BackLink href={publicPaths.services} label={wording.back} />}
        title={title}
        lead={lead}
        picture={<Picture label={pictureLabel} />}
      >
        <LinkButton tone="primary" icon="file" href="#form">
          {wording.getForm}
        </LinkButton>
        <CallButton organization={organization} label={wording.call} />
      </Opening>
      <div className="site-page services-columns">
        <div className="services-text site-text">
          <Notice organization={organization} service={key} />
          {children}
        </div>
        <div className="services-side">
          <section aria-labelledby="form">
            <h2 id="form">{formTitle}</h2>
            <p>{form.purpose}</p>
            <FileEntry form={form} />
            <p>{wording.formMore}</p>
          </section>
          <AskUs organization={organization} />
        </div>
      </div>
      <section className="site-page" aria-labelledby="others">
        <h2 id="others">{others.title}</h2>
        <ServiceCards services={others.services} level={3} />
      </section>
    </>
  )
}

type NoticeProps = { organization: Organization; service: ServiceKey }

/** The operator's notices about this service and about all services, such as the end of a public program. */
function Notice({ organization, service }: NoticeProps) {
  const notices = [organization.programNotices?.[service], organization.programNotice].filter(Boolean)
  if (notices.length === 0) return null
  return (
    <aside className="site-notice" aria-labelledby="notice">
      <h2 id="notice">{wording.notice}</h2>
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </aside>
  )
}
