import type { ClientPage } from '#contract/clients/endpoints.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { ClientTable } from './client-table.tsx'
import type { ListPlace } from './list-place.ts'
import { clientsPerPage } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

type ClientPageViewProps = { page: ClientPage; place: ListPlace; refreshing: boolean }

export function ClientPageView({ page, place, refreshing }: ClientPageViewProps) {
  const { items, total, nextCursor } = page
  const from = (place.address.page - 1) * clientsPerPage + 1
  return (
    <>
      <p className="client-count" role="status">
        {place.isNarrowed ? wording.matches(total) : wording.count(total)}
      </p>
      {items.length === 0 ? (
        <NothingHere place={place} />
      ) : (
        <ClientTable clients={items} refreshing={refreshing} />
      )}
      {total > clientsPerPage && items.length > 0 && (
        <Pagination
          label={wording.title}
          from={from}
          to={nextCursor === null ? total : from + items.length - 1}
          total={total}
          busy={refreshing}
          onPrevious={() => !refreshing && place.goToPrevious()}
          onNext={() => nextCursor !== null && !refreshing && place.goToNext(nextCursor)}
        />
      )}
    </>
  )
}

function NothingHere({ place }: { place: ListPlace }) {
  const areaPath = useAreaPath()
  if (place.address.page > 1) {
    return (
      <EmptyState
        icon="users"
        title={wording.emptyPage}
        action={<Button onClick={place.goToFirst}>{wording.toFirstPage}</Button>}
      >
        {wording.emptyPageDetail}
      </EmptyState>
    )
  }
  if (place.isNarrowed) {
    return (
      <EmptyState
        icon="search"
        title={wording.noMatches}
        action={<Button onClick={place.clearFilters}>{wording.clear}</Button>}
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
