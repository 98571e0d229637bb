import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Person } from '#contract/people/endpoints.ts'
import { peopleFields, relationName } from '#contract/people/fields.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { ClientRecords, lineId } from '#portal/client-records/client-records.tsx'
import { type RecordKind, recordQueries } from '#portal/client-records/queries.ts'
import { shortCalendarDate, today } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { EmailLink, PhoneLink } from '#portal/screen/person.tsx'
import { plural } from '#portal/screen/plural.ts'
import { Badge } from '#ui/badge.tsx'

export const people: RecordKind<Person> = {
  name: 'people',
  kind: 'person',
  fields: peopleFields,
  one: 'person',
}

/** Whether the relationship has not ended. */
export const isCurrent = ({ until }: Pick<Person, 'until'>): boolean => until === null || until >= today()

/** Those who are called in an emergency, or decide for the client. */
const isInView = (person: Person) => isCurrent(person) && ['emergency', 'guardian'].includes(person.relation)

/** The people in the client's life: emergency contacts and guardians in view, the others folded. */
export function PeopleOfClient({ clientId }: { clientId: string }) {
  const query = useQuery(recordQueries.ofClient(people, clientId))
  return (
    <ClientRecords kind={people} clientId={clientId} title="People" records={query.data}>
      {(buttonsOf) => (
        <Loaded query={query} waiting={<LoadingSkeleton lines={1} />} failed="Unable to load the people.">
          {(found) => {
            const others = found.filter((person) => !isInView(person))
            return (
              <>
                {found.length === 0 && <p className="soft card-nothing">No people have been entered.</p>}
                <PeopleList people={found.filter(isInView)} buttonsOf={buttonsOf} />
                {others.length > 0 && (
                  <details className="screen-only">
                    <summary className="soft">
                      {plural(others.length, 'other person', 'other people')}
                    </summary>
                    <PeopleList people={others} buttonsOf={buttonsOf} />
                  </details>
                )}
              </>
            )
          }}
        </Loaded>
      )}
    </ClientRecords>
  )
}

type PeopleListProps = { people: readonly Person[]; buttonsOf: (person: Person) => ReactNode }

function PeopleList({ people, buttonsOf }: PeopleListProps) {
  if (people.length === 0) return null
  return (
    <ul>
      {people.map((person) => (
        <li key={person.id} className="record-line row row-apart">
          <AboutPerson person={person} />
          <div className="record-line-actions screen-only">{buttonsOf(person)}</div>
        </li>
      ))}
    </ul>
  )
}

function AboutPerson({ person }: { person: Person }) {
  const { relation, name, bornOn, note, until } = person
  const facts = [
    bornOn && `Born ${shortCalendarDate(bornOn)}`,
    until && `Until ${shortCalendarDate(until)}`,
    note,
  ]
  return (
    <div className="record-line-text">
      <span>
        <bdi id={lineId(people, person)}>{name}</bdi>{' '}
        <span className="small-soft">{relationName(relation)}</span>
      </span>
      <Reaching person={person} />
      <span className="small-soft" dir="auto">
        {facts.filter(Boolean).join(' · ')}
      </span>
    </div>
  )
}

/** Phone and email, and whether they may be used. docs/product.md 93: a question that nobody answered is not yes. */
export function Reaching({ person: { phone, email, mayContact } }: { person: Person }) {
  const { label } = peopleFields.mayContact
  if (mayContact !== false && !phone && !email) return null
  return (
    <span>
      <PhoneLink phone={phone ?? ''} /> {email && <EmailLink address={email} />}{' '}
      {mayContact === false ? (
        <Badge tone="red">Do not contact</Badge>
      ) : (
        <span className="small-soft">{mayContact ? label : `${label}: Not asked`}</span>
      )}
    </span>
  )
}
