import { useAreaPath } from '#portal/screen/area.ts'
import { isFailure, sentenceOf } from '#portal/session/call-failure.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.details

type ClientNotLoadedProps = { error: unknown; retrying: boolean; onRetry: () => void }

/** Asking again helps against a failure, not against an id that nobody has. */
export function ClientNotLoaded({ error, retrying, onRetry }: ClientNotLoadedProps) {
  const areaPath = useAreaPath()
  if (!isFailure(error, 'not-found')) {
    return (
      <ErrorState
        message={wording.loadFailed}
        detail={sentenceOf(error)}
        onRetry={onRetry}
        retrying={retrying}
      />
    )
  }
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
