import type { ReactNode } from 'react'
import type { Client } from '#contract/clients/schema.ts'
import { longCalendarDate, shortDate } from '#portal/screen/dates.ts'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { EmailAddress } from '#ui/email-address.tsx'
import type { ClientField } from './client-values.ts'
import { PhoneLink } from './phone-link.tsx'
import { clientScreenWording } from './wording.ts'

const { fields, details: wording } = clientScreenWording

/** What the heading does not say already. */
type Fact = Exclude<ClientField, 'firstName' | 'lastName' | 'status' | 'service'>

/** §2: what is missing is N/A; the created date and services are left out where there are none. */
export function ClientFacts({ client }: { client: Client }) {
  const { dateOfBirth, phone, email, address, createdAt, service } = client
  const facts: Record<Fact, ReactNode> = {
    dateOfBirth: dateOfBirth && longCalendarDate(dateOfBirth),
    phone: phone && <PhoneLink phone={phone} />,
    email: email && (
      <a href={`mailto:${email}`}>
        <EmailAddress address={email} />
      </a>
    ),
    address: address && <span dir="auto">{address}</span>,
  }
  const items: Description[] = Object.entries(facts).map(([field, value]) => ({
    term: fields[field as Fact],
    value: value || wording.notAvailable,
  }))
  // A single choice, shown in the form of a list.
  const services = [service].filter(Boolean)
  if (services.length > 0) items.push({ term: wording.services, value: services.join(', ') })
  if (createdAt) items.push({ term: wording.created, value: shortDate(createdAt) })
  return <DescriptionList items={items} />
}
