import './client-list.css'
import { type RefObject, useRef } from 'react'
import { useAreaPath } from '#portal/screen/area.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { isFailure, sentenceOf } from '#portal/session/call-failure.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ClientFilters } from './client-filters.tsx'
import { ClientPageView } from './client-page-view.tsx'
import { type ListPlace, useListPlace } from './list-place.ts'
import { useClientPage } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

type SearchBox = RefObject<HTMLInputElement | null>

export function ClientListScreen() {
  const place = useListPlace()
  const searchBox = useRef<HTMLInputElement>(null)
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
        <ClientFilters place={place} searchBox={searchBox} />
        <ClientResults place={place} searchBox={searchBox} />
      </div>
    </Screen>
  )
}

function ClientResults({ place, searchBox }: { place: ListPlace; searchBox: SearchBox }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useClientPage(place.address)

  if (!data && error) {
    // A cursor of another list, or of another version of the program.
    const atFault = place.address.cursor !== undefined && isFailure(error, 'invalid-input')
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
  if (!data) return <LoadingPlace shape="rows" lines={10} label={wording.loading} />

  function clearFilters() {
    place.clearFilters()
    // The button goes with the empty list.
    searchBox.current?.focus()
  }
  return (
    <ClientPageView page={data} place={place} refreshing={isPlaceholderData} onClearFilters={clearFilters} />
  )
}
