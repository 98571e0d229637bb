import { isFailure } from '#portal/calls/call-failure.ts'
import { type FailedQuery, NotLoaded } from '#portal/calls/loaded.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { clientWording } from './wording.ts'

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
