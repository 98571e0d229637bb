import './clients-without-note.css'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ClientListItem } from '#contract/clients/schema.ts'
import { newNotePart } from '#contract/paths.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { type FailedQuery, Loaded } from '#portal/calls/loaded.tsx'
import { clientQueries } from '#portal/clients/queries.ts'
import { timeSinceNote } from '#portal/clients/time-since-note.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { listQuery } from '#portal/screen/list-state.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import type { Counted } from '#portal/screen/plural.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useFocusLeftBehind } from '#ui/focus-left-behind.ts'
import { Icon } from '#ui/icon.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { dashboardWording } from './wording.ts'

const wording = dashboardWording.withoutNote

const allOfThem = listQuery({ notes: 'missing-this-week' })

/**
 * Active clients without a weekly note since Monday, each one click away from being written about. `nobodyActive`:
 * there is nobody to write about, so that having to have no client here is no achievement.
 */
export function ClientsWithoutNote({ nobodyActive }: { nobodyActive: boolean }) {
  return (
    <Card title={wording.title} className="clients-without-note">
      <Clients nobodyActive={nobodyActive} />
    </Card>
  )
}

function Clients({ nobodyActive }: { nobodyActive: boolean }) {
  const query = useQuery(clientQueries.withoutNote())
  return (
    <Loaded
      query={query}
      waiting={<LoadingPlace shape="rows" lines={6} label={wording.loading} />}
      failed={(query) => <CheckFailed query={query} />}
    >
      {(found) => <Found data={found} nobodyActive={nobodyActive} />}
    </Loaded>
  )
}

type FoundProps = { data: Counted & { items: readonly ClientListItem[] }; nobodyActive: boolean }

function Found({ data, nobodyActive }: FoundProps) {
  const areaPath = useAreaPath()
  if (data.total === 0) {
    if (nobodyActive) return <p className="clients-without-note-count">{wording.nobodyActive}</p>
    return (
      <p className="clients-without-note-none">
        <Icon name="check" />
        {wording.none}
      </p>
    )
  }
  return (
    <>
      <p className="clients-without-note-count">{wording.count(data)}</p>
      <ul className="clients-without-note-list">
        {data.items.map((client) => (
          <ClientWithoutNote key={client.id} client={client} />
        ))}
      </ul>
      <LinkButton href={`${areaPath('clients')}?${allOfThem}`}>{wording.all}</LinkButton>
    </>
  )
}

/** Quiet: the counts beside it are what the screen is for. */
function CheckFailed({ query: { error, isFetching, refetch } }: { query: FailedQuery }) {
  const place = useRef<HTMLDivElement>(null)
  useFocusLeftBehind(place)
  return (
    <div className="clients-without-note-failed" ref={place}>
      <p>
        {wording.loadFailed} {sentenceOf(error)}
      </p>
      <Button small icon="refresh" busy={isFetching} onClick={() => void refetch()}>
        {dashboardWording.tryAgain}
      </Button>
    </div>
  )
}

function ClientWithoutNote({ client }: { client: ClientListItem }) {
  const areaPath = useAreaPath()
  const { id, lastNoteAt } = client
  return (
    <li>
      <Anchor
        className="clients-without-note-name"
        id={`without-note-${id}`}
        dir="auto"
        href={`${areaPath('clientNotes', id)}#${newNotePart}`}
      >
        {fullName(client)}
      </Anchor>
      <span className="clients-without-note-since">{timeSinceNote(lastNoteAt, new Date())}</span>
    </li>
  )
}
