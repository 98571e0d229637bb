import { isFailure } from '#portal/calls/call-failure.ts'
import { type FailedQuery, NotLoaded } from '#portal/calls/loaded.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.details

/** Asking again helps against a failure, not against an id that nobody has. */
export function ClientNotLoaded({ query }: { query: FailedQuery }) {
  const areaPath = useAreaPath()
  if (!isFailure(query.error, 'not-found')) return <NotLoaded message={wording.loadFailed} query={query} />
  return (
    <EmptyState
      icon="user"
      title={wording.notFound}
      action={<LinkButton href={areaPath('clients')}>{wording.toClients}</LinkButton>}
    >
      {wording.notFoundDetail}
    </EmptyState>
  )
}
