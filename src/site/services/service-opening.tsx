import type { ReactNode } from 'react'
import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import { BackLink } from '#site/shell/back-link.tsx'
import { callAddress } from '#site/shell/call-address.ts'
import { Opening } from '#site/shell/opening.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { formPlace } from './form-of-page.tsx'
import { servicesWording } from './wording.en.ts'

const wording = servicesWording.page

type ServiceOpeningProps = { organization: Organization; title: string; lead: string; picture: ReactNode }

export function ServiceOpening({ organization, title, lead, picture }: ServiceOpeningProps) {
  return (
    <Opening
      above={<BackLink href={publicPaths.services} label={wording.back} />}
      title={title}
      lead={lead}
      picture={picture}
    >
      <LinkButton tone="primary" icon="file" href={`#${formPlace}`}>
        {wording.getForm}
      </LinkButton>
      {organization.phones.slice(0, 1).map(({ number }) => (
        <LinkButton key={number} icon="phone" href={callAddress(number)}>
          <UnbrokenText text={wording.call(number)} />
        </LinkButton>
      ))}
    </Opening>
  )
}
