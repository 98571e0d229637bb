import './client-details.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { can } from '#contract/access/permissions.ts'
import type { Client } from '#contract/clients/schema.ts'
import { trailOfRecord } from '#portal/audit/queries.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ChangeStatus } from './change-status.tsx'
import { ClientFacts } from './client-facts.tsx'
import { ClientNotLoaded } from './client-not-loaded.tsx'
import { ClientOnPaper } from './client-on-paper.tsx'
import { clientQueries, useListedClient } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'
import { StatusHistory } from './status-history.tsx'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.details

/** `notes` is the notes feature's card, with its way to the report, handed in where both meet. */
export function ClientDetailsScreen({ notes }: { notes: (clientId: string) => ReactNode }) {
  const { id = '' } = useParams()
  const client = useQuery(clientQueries.one(id))
  const { data, error } = client
  const listed = useListedClient(id)
  const shown = data ?? (error ? undefined : listed)
  const areaPath = useAreaPath()
  return (
    <Screen
      title={shown ? fullName(shown) : wording.tabTitle}
      tabTitle={wording.tabTitle}
      back={{ href: areaPath('dashboard'), label: wording.back }}
      mark={shown && <StatusBadge status={shown.status} />}
      actions={
        (data || !error) && (
          <>
            <ChangeStatus client={data} />
            <LinkButton id="to-edit" icon="edit" href={areaPath('editClient', id)}>
              {wording.edit}
            </LinkButton>
            <LinkButton id="to-notes" tone="primary" icon="message" href={areaPath('clientNotes', id)}>
              {wording.notes}
            </LinkButton>
          </>
        )
      }
    >
      <Loaded
        query={client}
        waiting={
          <div className="client-details-waiting">
            <LoadingPlace shape="box" lines={2} />
          </div>
        }
        failed={(query) => <ClientNotLoaded query={query} />}
      >
        {(client) => <ClientDetails client={client} notes={notes(client.id)} />}
      </Loaded>
    </Screen>
  )
}

function ClientDetails({ client, notes }: { client: Client; notes: ReactNode }) {
  return (
    <div className="client-details">
      <ClientOnPaper client={client} />
      <Card>
        <ClientFacts client={client} />
      </Card>
      <Card title={wording.statusHistory} actions={<TrailLink clientId={client.id} />}>
        <StatusHistory clientId={client.id} />
      </Card>
      {notes}
    </div>
  )
}

/** To all that was done to the client and their notes, for whoever may read that. */
function TrailLink({ clientId }: { clientId: string }) {
  if (!can(useSession().role, 'audit:read')) return null
  return (
    <LinkButton id="to-trail" icon="clock" href={trailOfRecord(clientId)}>
      {wording.toTrail}
    </LinkButton>
  )
}
