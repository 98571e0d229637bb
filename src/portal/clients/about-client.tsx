import './client-link.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { clientFields } from '#contract/clients/fields.ts'
import type { Client, ClientListItem } from '#contract/clients/schema.ts'
import { isFailure } from '#portal/calls/call-failure.ts'
import { type FailedQuery, NotLoaded } from '#portal/calls/loaded.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { longCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/person.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { clientQueries } from './queries.ts'
import { clientWording } from './wording.ts'

type NamedClient = Pick<Client, 'firstName' | 'lastName' | 'dateOfBirth'> &
  Partial<Pick<Client, 'preferredName' | 'alert' | 'safeAtHome'>>

/** docs/product.md 64: in every dialog about a client, because two may share a name. */
export function AboutClient({ client }: { client: NamedClient }) {
  return (
    <>
      <strong dir="auto">{fullName(client)}</strong>
      <PreferredName client={client} />
      <br />
      {clientFields.dateOfBirth.label}: {longCalendarDate(client.dateOfBirth)}
      {warningsAbout(client).map((warning) => (
        <span key={warning} className="client-warning">
          <Icon name="warning" size="small" /> <span dir="auto">{warning}</span>
        </span>
      ))}
    </>
  )
}

/** What the person wants to be called, beside the legal name. */
export function PreferredName({ client: { preferredName } }: { client: Pick<NamedClient, 'preferredName'> }) {
  return preferredName && <bdi className="preferred-name"> “{preferredName}”</bdi>
}

/** Below the name, the same on every screen about a client. */
export function BornAndWorker({ client }: { client: Pick<Client, 'dateOfBirth' | 'assignedToName'> }) {
  const { dateOfBirth, assignedToName } = client
  return (
    <span>
      Born {longCalendarDate(dateOfBirth)}
      {assignedToName && (
        <>
          {' '}
          · {clientFields.assignedTo.label}: <bdi>{assignedToName}</bdi>
        </>
      )}
    </span>
  )
}

/** What everyone should know before making contact. */
const warningsAbout = ({ alert, safeAtHome }: NamedClient): string[] => [
  ...(alert ? [alert] : []),
  ...(safeAtHome ? [safeAtHomeNotice] : []),
]

/** The same as a banner above everything else on a client's screen. */
export function ContactWarning({ client }: { client: NamedClient | undefined }) {
  const warnings = client ? warningsAbout(client) : []
  const isShown = warnings.length > 0
  // Loaded after the screen, it pushes down the form in which someone may already be writing. The rest is laid out by then.
  useEffect(() => {
    if (!isShown) return
    const form = document.activeElement?.closest('form')
    const frame = requestAnimationFrame(() => form?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [isShown])
  if (!isShown) return null
  return (
    <Banner tone="warning" announce="none" title="Before making contact">
      {warnings.map((warning) => (
        <p key={warning} dir="auto">
          {warning}
        </p>
      ))}
    </Banner>
  )
}

const safeAtHomeNotice =
  'Safe at Home: use only the designated address, and do not tell anyone where this person lives.'

/** The same for the client whose screen is open. */
export function AboutOpenClient({ clientId }: { clientId: string }) {
  const client = useQueryClient().getQueryData(clientQueries.one(clientId).queryKey)
  return client && <AboutClient client={client} />
}

export function ClientLink({ client }: { client: Pick<ClientListItem, 'id' | 'firstName' | 'lastName'> }) {
  const areaPath = useAreaPath()
  return (
    <Anchor className="client-link" dir="auto" href={areaPath('clientDetails', client.id)}>
      {fullName(client)}
    </Anchor>
  )
}

type ClientNotLoadedProps = { query: FailedQuery; message?: string }

/** Offers another try only where that can help, not for an unknown client. */
export function ClientNotLoaded({ query, message = 'Unable to load this client.' }: ClientNotLoadedProps) {
  const areaPath = useAreaPath()
  if (!isFailure(query.error, 'not-found')) return <NotLoaded message={message} query={query} />
  return (
    <EmptyState
      icon="user"
      title={clientWording.notFound}
      action={<LinkButton href={areaPath('clients')}>Back to clients</LinkButton>}
    >
      {clientWording.notFoundDetail}
    </EmptyState>
  )
}
