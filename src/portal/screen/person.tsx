import './screen.css'
import './contact-links.css'
import { formatPhone } from '#contract/phone-number.ts'
import { EmailAddress } from '#ui/unbroken-text.tsx'

type Named = { name: string; email: string }

type PersonProps = Named & {
  /** The list around it has the address already. */
  isKnown?: boolean
}

/** docs/product.md 65: the name, with the address after it in smaller type; an account without a name has only the address. */
export function Person({ name, email, isKnown }: PersonProps) {
  if (!name) return <EmailAddress address={email} className="person-name" />
  if (isKnown)
    return (
      <span className="person-name" dir="auto">
        {name}
      </span>
    )
  return (
    <span className="person">
      <span className="person-name" dir="auto">
        {name}
      </span>{' '}
      <EmailAddress address={email} className="person-email small-soft" />
    </span>
  )
}

/** Whether a list of people names one of them further above, and nobody else like that. */
export function isKnown(people: readonly Named[], at: number): boolean {
  const alike = people.filter(({ name }) => name === people[at]?.name)
  return alike[0] !== people[at] && alike.every(({ email }) => email === people[at]?.email)
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
