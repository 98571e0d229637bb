import './contact-links.css'
import { formatPhone } from '#contract/phone-number.ts'
import { EmailAddress } from '#ui/unbroken-text.tsx'

/** Shows the number in local notation, and dials the digits. */
export function PhoneLink({ phone }: { phone: string }) {
  if (!phone) return null
  return (
    <a className="contact-link touch-line" href={`tel:${phone}`}>
      {formatPhone(phone)}
    </a>
  )
}

export function EmailLink({ address }: { address: string }) {
  return (
    <a className="contact-link touch-line" href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>
      <EmailAddress address={address} />
    </a>
  )
}
