import './client-details.css'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { can } from '#contract/access/permissions.ts'
import { clientFields } from '#contract/clients/fields.ts'
import type { Assignment, Client } from '#contract/clients/schema.ts'
import { screens } from '#contract/paths.ts'
import { isFilledIn, type RecordField } from '#contract/record-field.ts'
import { trailOfRecord } from '#portal/audit/queries.ts'
import { WhoHasSeen } from '#portal/audit/who-has-seen.tsx'
import { call } from '#portal/calls/call.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { ShownValue } from '#portal/form/field-values.tsx'
import { useLinkToLastVisited } from '#portal/lists/list-state.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { shortDate } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { fullName, isKnown, Person } from '#portal/screen/person.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { BornAndWorker, ClientNotLoaded, ContactWarning, PreferredName } from './about-client.tsx'
import { ChangeStatus } from './change-status.tsx'
import type { ClientField } from './changes.ts'
import { ClientOnPaper } from './client-on-paper.tsx'
import { ClientStrip } from './client-strip.tsx'
import { DeleteClient } from './delete-client.tsx'
import { clientQueries, useListedClient } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'
import { StatusHistory } from './status-history.tsx'
import { TakeClient } from './take-client.tsx'

/** Renders cards of other features, which this one must not import. */
type OthersCards = (client: Client) => ReactNode

/** `people` are beside the person, `work` is what is done for the client. */
export function ClientDetailsScreen({ people, work }: { people: OthersCards; work: OthersCards }) {
  return (
    <ClientScreen tab="details">
      {(client) => <ClientDetails client={client} people={people(client)} work={work(client)} />}
    </ClientScreen>
  )
}

const titles = { details: screens.clientDetails.title, papers: screens.clientPapers.title }

type ClientScreenProps = { tab: keyof typeof titles; children: (client: Client) => ReactNode }

/** A client's name, the tabs about the client, and one of them. */
export function ClientScreen({ tab, children }: ClientScreenProps) {
  const { id = '' } = useParams()
  const client = useQuery(clientQueries.one(id))
  const { data, error } = client
  const listed = useListedClient(id)
  const knownClient = data ?? (error ? undefined : listed)
  const areaPath = useAreaPath()
  const clientList = useLinkToLastVisited(areaPath('clients'))
  return (
    <Screen
      title={knownClient ? fullName(knownClient) : titles[tab]}
      tabTitle={titles[tab]}
      back={[
        { href: areaPath('dashboard'), label: 'Back to dashboard' },
        { ...clientList, label: 'Back to clients' },
      ]}
      mark={
        knownClient && (
          <>
            <PreferredName client={knownClient} /> <StatusBadge status={knownClient.status} />
          </>
        )
      }
      // Keeps its line while the client is loading.
      intro={knownClient ? <BornAndWorker client={knownClient} /> : !error && '\u00a0'}
      actions={
        (data || !error) && (
          <>
            <ChangeStatus client={data} />
            {data?.assignedTo === null && <TakeClient client={data} next="to-edit" />}
            <LinkButton id="to-edit" icon="edit" href={areaPath('editClient', id)}>
              Edit
            </LinkButton>
          </>
        )
      }
    >
      {!error && <ClientStrip clientId={id} current={tab} />}
      <Loaded
        query={client}
        waiting={<LoadingSkeleton lines={10} />}
        failed={(query) => <ClientNotLoaded query={query} />}
      >
        {(client) => (
          <div className="stack">
            <ContactWarning client={client} />
            <ClientOnPaper clientId={client.id} client={client} screen={tab} />
            {children(client)}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function ClientDetails({ client, people, work }: { client: Client; people: ReactNode; work: ReactNode }) {
  return (
    <div className="client-details">
      <div>
        <Card className="client-facts stack">
          <ClientFacts client={client} />
          <DeleteClient client={client} />
        </Card>
        {people}
        <Card title="Status history" actions={<TrailLink clientId={client.id} />}>
          <StatusHistory clientId={client.id} />
        </Card>
        <Assignments client={client} />
      </div>
      <div>{work}</div>
      <WhoHasSeen clientId={client.id} />
    </div>
  )
}

function TrailLink({ clientId }: { clientId: string }) {
  if (!can(useSession().role, 'audit:read')) return null
  return (
    <LinkButton id="to-trail" small icon="clock" href={trailOfRecord(clientId)}>
      Audit trail
    </LinkButton>
  )
}

/** In the heading, or below the other facts. */
const customLayoutFields: readonly string[] = [
  'firstName',
  'lastName',
  'preferredName',
  'status',
  'service',
  'assignedTo',
  'alert',
]

/**
 * A missing fact is N/A; an optional one that is empty is left out, and so are a missing creation date and service
 * (docs/specification.md §2).
 */
export function ClientFacts({ client }: { client: Client }) {
  const { createdAt, service } = client
  const items: Description[] = Object.entries<RecordField>(clientFields)
    .filter(([name]) => !customLayoutFields.includes(name))
    .map(([name, field]) => ({ field, value: client[name as ClientField] }))
    .filter(({ field, value }) => field.required || isFilledIn(value))
    .map(({ field, value }) => ({
      term: field.label,
      value: isFilledIn(value) ? <ShownValue field={field} value={value} /> : 'N/A',
    }))
  // docs/product.md 13: a single choice, shown as a list.
  const services = [service].filter(Boolean)
  if (services.length > 0) items.push({ term: 'Services', value: services.join(', ') })
  if (client.assignedToName)
    items.push({ term: clientFields.assignedTo.label, value: <bdi>{client.assignedToName}</bdi> })
  if (createdAt) items.push({ term: 'Created', value: shortDate(createdAt) })
  return <DescriptionList items={items} />
}

/** Newest first. Read again when the record has changed. */
const assignmentsQuery = ({ id, version }: Client) =>
  queryOptions({
    queryKey: ['clients', 'assignments', id, version],
    queryFn: ({ signal }) => call('GET /clients/:id/assignments', { params: { id } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Lists who was responsible for the client, and when. Absent if the client never had a worker. */
function Assignments({ client }: { client: Client }) {
  const assignments = useQuery(assignmentsQuery(client))
  if (assignments.data?.length === 0) return null
  if (!assignments.data && client.assignedTo === null) return null
  return (
    <Card title="Workers">
      <Loaded
        query={assignments}
        waiting={<LoadingSkeleton lines={1} />}
        failed="Unable to load this client’s workers."
      >
        {(list) => <DescriptionList items={list.map(describe)} />}
      </Loaded>
    </Card>
  )
}

function describe({ name, from, to, by, byName }: Assignment, at: number, all: readonly Assignment[]) {
  const time = to ? `${shortDate(from)} to ${shortDate(to)}` : `since ${shortDate(from)}`
  const people = all.map(({ by, byName }) => ({ name: byName, email: by ?? '' }))
  const value = by ? (
    <>
      {time}, assigned by <Person name={byName} email={by} isKnown={isKnown(people, at)} />
    </>
  ) : (
    time
  )
  return { term: name || 'Former employee', value }
}
