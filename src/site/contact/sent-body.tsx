import { contactWording } from '#contract/contact-messages/form.ts'
import { publicPaths } from '#contract/paths.ts'
import type { PageProps } from '#site/page.ts'
import { callAddress } from '#site/shell/call-address.ts'
import { contactPageWording } from './wording.en.ts'

const wording = contactPageWording.sent

export function SentBody({ organization }: PageProps) {
  const [phone] = organization.phones
  return (
    <div className="site-page contact">
      <h1
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: a screen reader says at once how the sending went
        autoFocus
      >
        {contactWording.sent}
      </h1>
      <p className="contact-intro">{wording.text}</p>
      {phone && (
        <p className="contact-intro">
          {wording.urgent} <a href={callAddress(phone.number)}>{phone.number}</a>
        </p>
      )}
      <p>
        <a className="contact-line" href={publicPaths.home}>
          {wording.home}
        </a>
      </p>
    </div>
  )
}
