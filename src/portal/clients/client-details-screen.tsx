import './client-details.css'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Client } from '#contract/clients/schema.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ClientFacts } from './client-facts.tsx'
import { fullName } from './client-name.ts'
import { ClientNotLoaded } from './client-not-loaded.tsx'
import { useClient } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.details

/** `notes` is the notes feature's list, handed in where both meet. */
export function ClientDetailsScreen({ notes }: { notes: (clientId: string) => ReactNode }) {
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useClient(id)
  const areaPath = useAreaPath()
  return (
    <Screen
      title={data ? fullName(data) : wording.tabTitle}
      tabTitle={wording.tabTitle}
      back={{ href: areaPath('dashboard'), label: wording.back }}
      mark={data && <StatusBadge status={data.status} />}
      actions={
        data && (
          <LinkButton tone="primary" icon="message" href={areaPath('clientNotes', data.id)}>
            {wording.notes}
          </LinkButton>
        )
      }
    >
      {data && <ClientDetails client={data} notes={notes(data.id)} />}
      {!data && error && (
        <ClientNotLoaded error={error} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <LoadingPlace shape="box" lines={2} />}
    </Screen>
  )
}

function ClientDetails({ client, notes }: { client: Client; notes: ReactNode }) {
  return (
    <div className="client-details">
      <Card>
        <ClientFacts client={client} />
      </Card>
      <Card title={wording.notes}>{notes}</Card>
    </div>
  )
}
