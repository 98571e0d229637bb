import type { Organization } from '#contract/organization/schema.ts'
import { PhoneLink } from '#site/shell/contact-links.tsx'
import { contactPageWording } from './wording.en.ts'

const wording = contactPageWording.sent

/** What stays on the page after the toast about a sent message is gone. */
export function SentAnswer({ organization }: { organization: Organization }) {
  const { answersWithin, phones } = organization
  const [phone] = phones
  return (
    <>
      <p>{answersWithin ? wording.answeredWithin(answersWithin) : wording.answered}</p>
      <p>{wording.text}</p>
      {phone && (
        <p>
          {wording.urgent} <PhoneLink className="contact-line" number={phone.number} />
        </p>
      )}
    </>
  )
}
