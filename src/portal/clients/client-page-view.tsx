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
import { type ClientList, isNarrowed, type ListAddress } from './list-state.ts'
import type { FoundPage } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

type ClientPageViewProps = {
  page: FoundPage
  list: ClientList
  searchBox: SearchBox
  refreshing: boolean
  editInfo: EditInfo
}

/** Says of the page what was true of it when it was read, though the address may be ahead already. */
export function ClientPageView({ page, list, searchBox, refreshing, editInfo }: ClientPageViewProps) {
  const { address, items } = page
  const countLine = useRef<HTMLParagraphElement>(null)
  return (
    <>
      <ListCount ref={countLine}>{countOf(page)}</ListCount>
      {items.length === 0 ? (
        <NothingHere address={address} list={list} searchBox={searchBox} />
      ) : (
        <ClientTable
          clients={items}
          withoutNote={address.withoutNote}
          refreshing={refreshing}
          editInfo={editInfo}
        />
      )}
      <PageTurning label={wording.title} page={page} place={list} busy={refreshing} beginning={countLine} />
    </>
  )
}

function countOf(page: FoundPage): string {
  if (page.address.withoutNote) return wording.silentCount(page)
  return isNarrowed(page.address) ? wording.matches(page) : wording.count(page)
}

type NothingHereProps = { address: ListAddress; list: ClientList; searchBox: SearchBox }

function NothingHere({ address, list, searchBox }: NothingHereProps) {
  const areaPath = useAreaPath()
  if (address.page > 1) {
    return (
      <EmptyState
        icon="users"
        title={wording.emptyPage}
        action={<Button onClick={list.goToFirst}>{screenWording.toFirstPage}</Button>}
      >
        {wording.emptyPageDetail}
      </EmptyState>
    )
  }
  if (address.withoutNote && address.search === '') {
    return (
      <EmptyState
        icon="check"
        title={wording.noSilent}
        action={<ClearFilters place={list} searchBox={searchBox} />}
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
        action={<ClearFilters place={list} searchBox={searchBox} />}
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
