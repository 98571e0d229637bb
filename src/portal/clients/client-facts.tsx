import type { Client } from '#contract/clients/schema.ts'
import { longCalendarDate, shortDate } from '#portal/screen/dates.ts'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { PhoneLink } from './phone-link.tsx'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.details

/** §2: what is missing is N/A; the created date and services are left out where there are none. */
export function ClientFacts({ client }: { client: Client }) {
  const { dateOfBirth, phone, email, address, createdAt, service } = client
  // A single choice, shown in the form of a list (decision 13).
  const services = [service].filter(Boolean)
  const items: Description[] = [
    { term: wording.dateOfBirth, value: dateOfBirth ? longCalendarDate(dateOfBirth) : wording.notAvailable },
    { term: wording.phone, value: phone ? <PhoneLink phone={phone} /> : wording.notAvailable },
    { term: wording.email, value: email ? <a href={`mailto:${email}`}>{email}</a> : wording.notAvailable },
    { term: wording.address, value: address ? <span dir="auto">{address}</span> : wording.notAvailable },
  ]
  if (services.length > 0) items.push({ term: wording.services, value: services.join(', ') })
  if (createdAt) items.push({ term: wording.created, value: shortDate(createdAt) })
  return <DescriptionList items={items} />
}
