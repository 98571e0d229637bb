import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Home } from '#contract/homes/endpoints.ts'
import { dollarsAMonth, homeFields, homeName } from '#contract/homes/fields.ts'
import { ClientRecords, lineId, RecordLines } from '#portal/client-records/client-records.tsx'
import { DueBadge } from '#portal/client-records/due-badge.tsx'
import { type RecordKind, recordQueries } from '#portal/client-records/queries.ts'
import { clientQueries } from '#portal/clients/queries.ts'
import { isCurrent, people, Reaching } from '#portal/people/people-of-client.tsx'
import { shortCalendarDate } from '#portal/screen/dates.ts'

const homes: RecordKind<Home> = { name: 'homes', kind: 'home', fields: homeFields, one: 'home' }

/** Where the client lives and has lived, the latest first. */
export function HomesOfClient({ clientId }: { clientId: string }) {
  const query = useQuery(recordQueries.ofClient(homes, clientId))
  const client = useQueryClient().getQueryData(clientQueries.one(clientId).queryKey)
  const kind: RecordKind<Home> = {
    ...homes,
    // An address that is stored already can be removed.
    hasField: (name, home) => name !== 'address' || !client?.safeAtHome || Boolean(home?.address),
  }
  return (
    <ClientRecords kind={kind} clientId={clientId} title="Homes" records={query.data}>
      {(buttonsOf) => (
        <>
          <RecordLines
            query={query}
            failed="Unable to load the homes."
            empty="No homes have been entered."
            buttonsOf={buttonsOf}
          >
            {(home) => <AboutHome home={home} />}
          </RecordLines>
          <Landlords clientId={clientId} />
        </>
      )}
    </ClientRecords>
  )
}

function AboutHome({ home }: { home: Home }) {
  const { movedInOn, rent, share, subsidy, leaseEndsOn, leftOn, leftReason, leftNote } = home
  const movedIn = shortCalendarDate(movedInOn)
  const facts = [
    leftOn ? `${movedIn} to ${shortCalendarDate(leftOn)}` : `Moved in ${movedIn}`,
    rent !== null && `Rent ${dollarsAMonth(rent)}`,
    share !== null && `Client’s share ${dollarsAMonth(share)}`,
    subsidy,
    leftReason,
    leftNote,
  ]
  return (
    <>
      <span>
        <span id={lineId(homes, home)} dir="auto">
          {homeName(home)}
        </span>{' '}
        {leaseEndsOn && !leftOn && <DueBadge kind={homes.name} on={leaseEndsOn} />}
      </span>
      <span className="small-soft" dir="auto">
        {facts.filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

/** They are listed among the people, too; here they are named next to the home. */
function Landlords({ clientId }: { clientId: string }) {
  const { data = [] } = useQuery(recordQueries.ofClient(people, clientId))
  return data
    .filter((person) => person.relation === 'landlord' && isCurrent(person))
    .map((person) => (
      <p key={person.id}>
        Landlord: <bdi>{person.name}</bdi> <Reaching person={person} />
      </p>
    ))
}
