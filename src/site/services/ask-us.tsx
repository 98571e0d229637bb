import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import { CallButton } from '#site/shell/contact-links.tsx'
import { LinkButton } from '#ui/button.tsx'
import { servicesWording } from './wording.en.ts'

const wording = servicesWording.page

type AskUsProps = { organization: Organization; title?: string; text?: string }

/** Links to call or write to the organization. */
export function AskUs({ organization, title = wording.ask, text = wording.askText }: AskUsProps) {
  return (
    <section className="services-ask site-notice" aria-labelledby="ask">
      <h2 id="ask">{title}</h2>
      <p>{text}</p>
      <p className="site-opening-actions screen-only">
        <CallButton organization={organization} label={wording.call} />
        <LinkButton icon="mail" href={publicPaths.contact}>
          {wording.write}
        </LinkButton>
      </p>
    </section>
  )
}
