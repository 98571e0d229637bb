import './clients-without-note.css'
import { useQuery } from '@tanstack/react-query'
import type { ClientListItem } from '#contract/clients/schema.ts'
import { newNoteFragment } from '#contract/paths.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { type FailedQuery, Loaded } from '#portal/calls/loaded.tsx'
import { timeSinceNote } from '#portal/clients/last-note.ts'
import { clientQueries, withoutNoteThisWeek } from '#portal/clients/queries.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import type { Counted } from '#portal/screen/plural.ts'
import { pluralOf } from '#portal/screen/plural.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { Icon } from '#ui/icon.tsx'

/** Active clients without a note since Monday, each with a link to write one. */
export function ClientsWithoutNote({ noActiveClients }: { noActiveClients: boolean }) {
  const query = useQuery(clientQueries.withoutNote())
  return (
    <Card title="No note this week" className="clients-without-note">
      <Loaded
        query={query}
        waiting={<LoadingSkeleton shape="rows" lines={20} label="Looking for clients without a note…" />}
        failed={(query) => <CheckFailed query={query} />}
      >
        {(found) => <Found data={found} noActiveClients={noActiveClients} />}
      </Loaded>
    </Card>
  )
}

type FoundProps = { data: Counted & { items: readonly ClientListItem[] }; noActiveClients: boolean }

function Found({ data, noActiveClients }: FoundProps) {
  const areaPath = useAreaPath()
  if (data.total === 0) {
    if (noActiveClients) return <p className="soft">There are no active clients.</p>
    return (
      <p className="row">
        <Icon name="check" />
        Every active client has a note this week.
      </p>
    )
  }
  return (
    <>
      <p className="soft">
        {pluralOf(data, 'active client has', 'active clients have')} no note since Monday.
      </p>
      <ul className="clients-without-note-list">
        {data.items.map((client) => (
          <ClientWithoutNote key={client.id} client={client} />
        ))}
      </ul>
      <LinkButton href={`${areaPath('clients')}?${withoutNoteThisWeek}`}>See all</LinkButton>
    </>
  )
}

/** Not an alert, because the counts beside it are what the screen is for. */
function CheckFailed({ query: { error, isFetching, refetch } }: { query: FailedQuery }) {
  return (
    <div className="stack-close soft" ref={focusOnRemoval()}>
      <p>Unable to check this week’s notes. {errorMessage(error)}</p>
      <Button small icon="refresh" busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}

function ClientWithoutNote({ client }: { client: ClientListItem }) {
  const areaPath = useAreaPath()
  const { id, lastNoteAt } = client
  return (
    <li ref={focusOnRemoval()}>
      <Anchor
        className="clients-without-note-name"
        id={`without-note-${id}`}
        dir="auto"
        href={`${areaPath('clientNotes', id)}#${newNoteFragment}`}
        aria-describedby={`born-${id}`}
      >
        {fullName(client)}
      </Anchor>
      <span className="small-soft" id={`born-${id}`}>
        {shortCalendarDate(client.dateOfBirth)}
      </span>
      <span className="small-soft">{timeSinceNote(lastNoteAt, new Date())}</span>
    </li>
  )
}
