import { useRef } from 'react'
import { useAreaPath } from '#portal/screen/area.ts'
import { ClearFilters, ListCount, type SearchBox } from '#portal/screen/list-filters.tsx'
import { isNarrowed, type List } from '#portal/screen/list-state.ts'
import { PageTurning } from '#portal/screen/page-turning.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ClientTable } from './client-table.tsx'
import type { EditInfo } from './edit-info.tsx'
import type { ClientFilters, FoundPage } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

type ClientPageViewProps = {
  page: FoundPage
  list: List<ClientFilters>
  searchBox: SearchBox
  refreshing: boolean
  editInfo: EditInfo
}

/** Says of the page what was true of it when it was read, though the list's state may be ahead already. */
export function ClientPageView({ page, list, searchBox, refreshing, editInfo }: ClientPageViewProps) {
  const { state, items } = page
  const countLine = useRef<HTMLParagraphElement>(null)
  return (
    <>
      <ListCount ref={countLine}>{countOf(page)}</ListCount>
      {items.length === 0 ? (
        <NothingHere state={state} list={list} searchBox={searchBox} />
      ) : (
        <ClientTable
          clients={items}
          withoutNote={state.notes !== undefined}
          refreshing={refreshing}
          editInfo={editInfo}
        />
      )}
      <PageTurning label={wording.title} page={page} list={list} busy={refreshing} beginning={countLine} />
    </>
  )
}

function countOf(page: FoundPage): string {
  if (page.state.notes) return wording.countWithoutNote(page)
  return isNarrowed(page.state) ? wording.matches(page) : wording.count(page)
}

type NothingHereProps = { state: FoundPage['state']; list: List<ClientFilters>; searchBox: SearchBox }

function NothingHere({ state, list, searchBox }: NothingHereProps) {
  const areaPath = useAreaPath()
  if (state.page > 1) {
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
  if (state.notes && state.search === '') {
    return (
      <EmptyState
        icon="check"
        title={wording.allHaveNote}
        action={<ClearFilters list={list} searchBox={searchBox} />}
      >
        {wording.allHaveNoteDetail}
      </EmptyState>
    )
  }
  if (isNarrowed(state)) {
    return (
      <EmptyState
        icon="search"
        title={wording.noMatches}
        action={<ClearFilters list={list} searchBox={searchBox} />}
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
