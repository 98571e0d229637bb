import { useAreaPath } from '#portal/screen/area.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { ClientTable } from './client-table.tsx'
import { isNarrowed, type ListAddress } from './list-address.ts'
import type { ListPlace } from './list-place.ts'
import { pageRange } from './page-range.ts'
import { clientsPerPage, type FoundPage } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

type ClientPageViewProps = {
  page: FoundPage
  place: ListPlace
  refreshing: boolean
  onClearFilters: () => void
}

/** Says of the page what was true of it when it was read, though the address may be ahead already. */
export function ClientPageView({ page, place, refreshing, onClearFilters }: ClientPageViewProps) {
  const { address, items, total, nextCursor } = page
  const hasPages = items.length > 0 && (total > clientsPerPage || address.page > 1)
  return (
    <>
      <p className="client-count" role="status">
        {isNarrowed(address) ? wording.matches(total) : wording.count(total)}
      </p>
      {items.length === 0 ? (
        <NothingHere address={address} onFirstPage={place.goToFirst} onClearFilters={onClearFilters} />
      ) : (
        <ClientTable clients={items} refreshing={refreshing} />
      )}
      {hasPages && (
        <Pagination
          label={wording.title}
          {...pageRange(page)}
          busy={refreshing}
          onPrevious={() => !refreshing && place.goToPrevious()}
          onNext={() => nextCursor !== null && !refreshing && place.goToNext(nextCursor)}
        />
      )}
    </>
  )
}

type NothingHereProps = { address: ListAddress; onFirstPage: () => void; onClearFilters: () => void }

function NothingHere({ address, onFirstPage, onClearFilters }: NothingHereProps) {
  const areaPath = useAreaPath()
  if (address.page > 1) {
    return (
      <EmptyState
        icon="users"
        title={wording.emptyPage}
        action={<Button onClick={onFirstPage}>{wording.toFirstPage}</Button>}
      >
        {wording.emptyPageDetail}
      </EmptyState>
    )
  }
  if (isNarrowed(address)) {
    return (
      <EmptyState
        icon="search"
        title={wording.noMatches}
        action={<Button onClick={onClearFilters}>{wording.clear}</Button>}
      >
        {wording.noMatchesDetail}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="users"
      title={wording.noClients}
      action={
        <LinkButton tone="primary" icon="plus" href={areaPath('addClient')}>
          {wording.addFirst}
        </LinkButton>
      }
    >
      {wording.noClientsDetail}
    </EmptyState>
  )
}
