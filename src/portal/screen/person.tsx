import './screen.css'
import './contact-links.css'
import { formatPhone } from '#contract/phone-number.ts'
import { EmailAddress } from '#ui/unbroken-text.tsx'

/** docs/product.md 65: the name, with the address after it in smaller type; an account without a name has only the address. */
export function Person({ name, email }: { name: string; email: string }) {
  if (!name) return <EmailAddress address={email} className="person-name" />
  return (
    <span className="person">
      <span className="person-name" dir="auto">
        {name}
      </span>{' '}
      <EmailAddress address={email} className="person-email small-soft" />
    </span>
  )
}

/** Of a client or an employee. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}

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
