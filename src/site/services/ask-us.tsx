import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import { callAddress } from '#site/shell/call-address.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { servicesWording } from './wording.en.ts'

const wording = servicesWording.page

type AskUsProps = { organization: Organization; title?: string; text?: string }

/** The two ways to a person. */
export function AskUs({ organization, title = wording.ask, text = wording.askText }: AskUsProps) {
  return (
    <section className="services-ask" aria-labelledby="ask">
      <h2 id="ask">{title}</h2>
      <p>{text}</p>
      <p className="site-opening-actions">
        {organization.phones.slice(0, 1).map(({ number }) => (
          <LinkButton key={number} icon="phone" href={callAddress(number)}>
            <UnbrokenText text={wording.call(number)} />
          </LinkButton>
        ))}
        <LinkButton icon="mail" href={publicPaths.contact}>
          {wording.write}
        </LinkButton>
      </p>
    </section>
  )
}
