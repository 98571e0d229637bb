import './clients-without-note.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ClientListItem } from '#contract/clients/schema.ts'
import { newNoteFragment } from '#contract/paths.ts'
import { CardNotLoaded, Loaded } from '#portal/calls/loaded.tsx'
import { timeSinceNote } from '#portal/clients/last-note.ts'
import { clientQueries, ownWithoutNoteThisWeek, withoutNoteThisWeek } from '#portal/clients/queries.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { fullName } from '#portal/screen/person.tsx'
import { type Counted, pluralOf } from '#portal/screen/plural.ts'
import { useScreenMemory } from '#portal/screen/screen-memory.ts'
import { Anchor } from '#ui/anchor.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { Icon } from '#ui/icon.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useChoice } from './choice.ts'

/** By default one's own, if there are any. */
export function useClientsWithoutNote() {
  const { data: own, isPending } = useQuery(clientQueries.caseload('me'))
  const byDefault = own ? 'mine' : 'everyone'
  const [scope, choose] = useChoice('whose', ['mine', 'everyone'], isPending ? undefined : byDefault)
  const assignedTo = scope === 'mine' ? 'me' : undefined
  const memory = useScreenMemory()
  useEffect(() => {
    memory.withoutNoteOf = scope
  }, [memory, scope])
  const query = useQuery({ ...clientQueries.withoutNote(assignedTo), enabled: scope !== undefined })
  return { own, scope, choose, query }
}

type ClientsWithoutNoteProps = {
  missing: ReturnType<typeof useClientsWithoutNote>
  noActiveClients: boolean
}

/** Active clients without a note since Monday, each with a link to write one. */
export function ClientsWithoutNote({
  missing: { own, scope, choose, query },
  noActiveClients,
}: ClientsWithoutNoteProps) {
  return (
    <Card
      title="No note this week"
      className="clients-without-note"
      asksForAction={query.data && query.data.total > 0}
      actions={
        (own || scope === 'mine') && (
          <SelectField
            className="dashboard-range"
            label="Show"
            options={[
              { value: 'mine', label: 'Mine' },
              { value: 'everyone', label: 'Everyone’s' },
            ]}
            value={scope ?? 'mine'}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        )
      }
    >
      <Loaded
        query={query}
        waiting={<LoadingSkeleton lines={10} label="Looking for clients without a note…" />}
        failed={(query) => <CardNotLoaded message="Unable to check this week’s notes." query={query} />}
      >
        {(found) => <Found data={found} isMine={scope === 'mine'} noActiveClients={noActiveClients} />}
      </Loaded>
    </Card>
  )
}

type FoundProps = {
  data: Counted & { items: readonly ClientListItem[] }
  isMine: boolean
  noActiveClients: boolean
}

function Found({ data, isMine, noActiveClients }: FoundProps) {
  const areaPath = useAreaPath()
  const { lastVisitedLists } = useScreenMemory()
  const query = `?${isMine ? ownWithoutNoteThisWeek : withoutNoteThisWeek}`
  if (data.total === 0) {
    if (noActiveClients && !isMine) return <p className="soft">There are no active clients.</p>
    return (
      <p className="row">
        <Icon name="check" />
        {isMine ? 'Each of your active clients' : 'Every active client'} has a note this week.
      </p>
    )
  }
  return (
    <>
      <p className="soft">
        {isMine
          ? pluralOf(data, 'of your active clients has had', 'of your active clients have had')
          : pluralOf(data, 'active client has had', 'active clients have had')}{' '}
        no note since Monday.
      </p>
      <ul className="clients-without-note-list">
        {data.items.map((client) => (
          <ClientWithoutNote
            key={client.id}
            client={client}
            // Where 'Clients' on that screen leads.
            onOpen={() => lastVisitedLists.set(areaPath('clients'), { href: areaPath('clients') + query })}
          />
        ))}
      </ul>
      <LinkButton href={areaPath('clients') + query}>See all</LinkButton>
    </>
  )
}

function ClientWithoutNote({ client, onOpen }: { client: ClientListItem; onOpen: () => void }) {
  const areaPath = useAreaPath()
  const { id } = client
  return (
    <li ref={focusOnRemoval()}>
      <Anchor
        className="clients-without-note-name"
        id={`without-note-${id}`}
        dir="auto"
        href={`${areaPath('clientNotes', id)}#${newNoteFragment}`}
        aria-describedby={`born-${id}`}
        onClick={onOpen}
      >
        {fullName(client)}
      </Anchor>
      <span className="small-soft" id={`born-${id}`}>
        {shortCalendarDate(client.dateOfBirth)}
      </span>
      <span className="small-soft">{timeSinceNote(client)}</span>
    </li>
  )
}
