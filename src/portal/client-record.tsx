import { ClientDetailsScreen, ClientScreen } from './clients/client-details-screen.tsx'
import { FollowUpsOfClient } from './follow-ups/follow-ups-of-client.tsx'
import { GoalsOfClient } from './goals/goals-of-client.tsx'
import { HomesOfClient } from './homes/homes-of-client.tsx'
import { NotesOfClient } from './notes/notes-of-client.tsx'
import { PapersOfClient } from './papers/papers-of-client.tsx'
import { PeopleOfClient } from './people/people-of-client.tsx'
import { Disclosures } from './record-packet/disclosures.tsx'

/** A client's details with what other features know of the client: they import the clients feature, which must not import them. */
export function ClientRecord() {
  return (
    <ClientDetailsScreen
      work={(client) => (
        <>
          <FollowUpsOfClient clientId={client.id} />
          <PapersOfClient clientId={client.id} />
          <PeopleOfClient clientId={client.id} />
          <HomesOfClient clientId={client.id} />
          <GoalsOfClient clientId={client.id} />
          <Disclosures client={client} />
          <NotesOfClient clientId={client.id} />
        </>
      )}
    />
  )
}

export function ClientPapers() {
  return <ClientScreen tab="papers">{(client) => <PapersOfClient clientId={client.id} />}</ClientScreen>
}
