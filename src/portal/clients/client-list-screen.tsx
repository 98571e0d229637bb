import './client-list.css'
import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { isFailure, sentenceOf } from '#portal/session/call-failure.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ClientFilters } from './client-filters.tsx'
import { ClientPageView } from './client-page-view.tsx'
import { type ListPlace, useListPlace } from './list-place.ts'
import { useClientPage } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

export function ClientListScreen() {
  const place = useListPlace()
  const areaPath = useAreaPath()
  return (
    <Screen
      title={wording.title}
      actions={
        <LinkButton tone="primary" icon="plus" href={areaPath('addClient')}>
          {wording.add}
        </LinkButton>
      }
    >
      <div className="client-list">
        <ClientFilters place={place} />
        <ClientResults place={place} />
      </div>
    </Screen>
  )
}

function ClientResults({ place }: { place: ListPlace }) {
  const { search, status, cursor } = place.address
  const { data, error, isFetching, isPlaceholderData, refetch } = useClientPage({ search, status, cursor })

  if (!data && error) {
    // A cursor of another list, or of another version of the program.
    const atFault = cursor !== undefined && isFailure(error, 'invalid-input')
    return (
      <ErrorState
        message={wording.loadFailed}
        detail={sentenceOf(error)}
        onRetry={atFault ? place.goToFirst : () => void refetch()}
        retryLabel={atFault ? wording.toFirstPage : undefined}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <Skeleton shape="rows" lines={10} label={wording.loading} />
  return <ClientPageView page={data} place={place} refreshing={isPlaceholderData} />
}
