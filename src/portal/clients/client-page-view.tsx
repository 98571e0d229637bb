import { useRef } from 'react'
import { useAreaPath } from '#portal/screen/area.ts'
import { ListCount } from '#portal/screen/list-count.tsx'
import { ClearFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import { PageTurning } from '#portal/screen/page-turning.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ClientTable } from './client-table.tsx'
import type { EditInfo } from './edit-info.tsx'
import { isNarrowed, type ListAddress } from './list-address.ts'
import type { ListPlace } from './list-place.ts'
import type { FoundPage } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

type ClientPageViewProps = {
  page: FoundPage
  place: ListPlace
  searchBox: SearchBox
  refreshing: boolean
  editInfo: EditInfo
}

/** Says of the page what was true of it when it was read, though the address may be ahead already. */
export function ClientPageView({ page, place, searchBox, refreshing, editInfo }: ClientPageViewProps) {
  const { address, items, total } = page
  const countLine = useRef<HTMLParagraphElement>(null)
  return (
    <>
      <ListCount ref={countLine}>{countOf(address, total)}</ListCount>
      {items.length === 0 ? (
        <NothingHere address={address} place={place} searchBox={searchBox} />
      ) : (
        <ClientTable clients={items} silent={address.silent} refreshing={refreshing} editInfo={editInfo} />
      )}
      <PageTurning label={wording.title} page={page} place={place} busy={refreshing} beginning={countLine} />
    </>
  )
}

function countOf(address: ListAddress, total: number): string {
  if (address.silent) return wording.silentCount(total)
  return isNarrowed(address) ? wording.matches(total) : wording.count(total)
}

type NothingHereProps = { address: ListAddress; place: ListPlace; searchBox: SearchBox }

function NothingHere({ address, place, searchBox }: NothingHereProps) {
  const areaPath = useAreaPath()
  if (address.page > 1) {
    return (
      <EmptyState
        icon="users"
        title={wording.emptyPage}
        action={<Button onClick={place.goToFirst}>{screenWording.toFirstPage}</Button>}
      >
        {wording.emptyPageDetail}
      </EmptyState>
    )
  }
  if (address.silent && address.search === '') {
    return (
      <EmptyState
        icon="check"
        title={wording.noSilent}
        action={<ClearFilters place={place} searchBox={searchBox} />}
      >
        {wording.noSilentDetail}
      </EmptyState>
    )
  }
  if (isNarrowed(address)) {
    return (
      <EmptyState
        icon="search"
        title={wording.noMatches}
        action={<ClearFilters place={place} searchBox={searchBox} />}
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
