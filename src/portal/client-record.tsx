import { usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { can } from '#contract/access/permissions.ts'
import type { Client } from '#contract/clients/schema.ts'
import { AuthorizationsOfClient } from './authorizations/authorizations-of-client.tsx'
import { ClientDetailsScreen, ClientScreen } from './clients/client-details-screen.tsx'
import { clientQueries } from './clients/queries.ts'
import { FilesOfClient, FilesOfPaper } from './files/files-of-client.tsx'
import { FollowUpsOfClient } from './follow-ups/follow-ups-of-client.tsx'
import { GoalsOfClient } from './goals/goals-of-client.tsx'
import { HomesOfClient } from './homes/homes-of-client.tsx'
import { NotesOfClient } from './notes/notes-of-client.tsx'
import { noteQueries } from './notes/queries.ts'
import { PapersOfClient } from './papers/papers-of-client.tsx'
import { PeopleOfClient } from './people/people-of-client.tsx'
import { Disclosures } from './record-packet/disclosures.tsx'
import { useSession } from './session/use-session.ts'

/** A client's details with what other features know of the client: they import the clients feature, which must not import them. */
export function ClientRecord() {
  const { id = '' } = useParams()
  usePrefetchQuery(clientQueries.one(id))
  // Asked for while the client is being read, not only afterwards.
  usePrefetchInfiniteQuery(noteQueries.list(id))
  return (
    <ClientDetailsScreen
      people={(client) => <PeopleOfClient clientId={client.id} />}
      work={(client) => (
        <>
          <HomesOfClient clientId={client.id} />
          <GoalsOfClient clientId={client.id} />
          <AuthorizationsOfClient clientId={client.id} />
          <Papers clientId={client.id} />
          <FilesOfClient clientId={client.id} />
          <FollowUpsOfClient clientId={client.id} />
          <NotesOfClient clientId={client.id} />
          <Disclosures client={client} />
          <MergedRecords client={client} />
        </>
      )}
    />
  )
}

/** Few clients have any, and few people may see them, so the code is loaded apart; without it the rest is shown. */
function MergedRecords({ client }: { client: Client }) {
  const { data: Records } = useQuery({
    queryKey: ['client-merges', 'code'],
    queryFn: async () => (await import('./client-merges/merged-records.tsx')).MergedRecords,
    enabled: can(useSession().role, 'clients:merge'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return Records ? <Records client={client} /> : null
}

export function ClientPapers() {
  return <ClientScreen tab="papers">{(client) => <Papers clientId={client.id} />}</ClientScreen>
}

function Papers({ clientId }: { clientId: string }) {
  return (
    <PapersOfClient
      clientId={clientId}
      copies={(paper, lineId) => <FilesOfPaper paper={paper} lineId={lineId} />}
    />
  )
}
