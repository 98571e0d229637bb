import './client-list.css'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Loaded, PageNotLoaded } from '#portal/calls/loaded.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { ListCount, NoMatches } from '#portal/screen/list-filters.tsx'
import { ListPagination } from '#portal/screen/list-pagination.tsx'
import { isFiltered, type List, useListState } from '#portal/screen/list-state.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useClientCsv } from './client-csv.tsx'
import { ClientListFilters } from './client-list-filters.tsx'
import { ClientTable } from './client-table.tsx'
import { type EditInfo, EditInfoResult, useEditInfo } from './edit-info.tsx'
import { type ClientFilters, clientList, clientQueries, type FoundPage, usualSort } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

export function ClientListScreen() {
  const list = useListState(clientList)
  const areaPath = useAreaPath()
  const csv = useClientCsv(list.debounced)
  return (
    <Screen
      title={wording.title}
      confidential
      actions={
        <>
          {csv.button}
          <LinkButton tone="primary" icon="plus" href={areaPath('addClient')}>
            {wording.add}
          </LinkButton>
        </>
      }
    >
      <div className="list-screen client-list">
        <ClientListFilters list={list} />
        {csv.status}
        <ClientResults list={list} />
      </div>
    </Screen>
  )
}

function ClientResults({ list }: { list: List<ClientFilters> }) {
  const query = useQuery(clientQueries.page(list.debounced))
  const editInfo = useEditInfo()
  return (
    <Loaded
      query={query}
      waiting={<LoadingSkeleton shape="rows" lines={10} label={wording.loading} />}
      failed={(query) => <PageNotLoaded message={wording.loadFailed} query={query} list={list} />}
    >
      {(page) => (
        <>
          <ClientPageView
            page={page}
            list={list}
            refreshing={query.isPlaceholderData || !list.isDebounced}
            editInfo={editInfo}
          />
          <EditInfoResult editInfo={editInfo} />
          {editInfo.dialog}
        </>
      )}
    </Loaded>
  )
}

type ClientPageViewProps = {
  page: FoundPage
  list: List<ClientFilters>
  refreshing: boolean
  editInfo: EditInfo
}

/** Describes the page with the state that it was read for; the list's own may be ahead. */
function ClientPageView({ page, list, refreshing, editInfo }: ClientPageViewProps) {
  const { state, items } = page
  const countLine = useRef<HTMLParagraphElement>(null)
  const usual = usualSort(list.state)
  return (
    <>
      <ListCount ref={countLine}>{countOf(page)}</ListCount>
      {items.length === 0 ? (
        <NothingHere state={state} list={list} />
      ) : (
        <ClientTable
          clients={items}
          withoutNote={state.notes !== undefined}
          sort={{
            by: list.state.sort ?? usual,
            onSort: (by) => list.setFilters({ sort: by === usual ? undefined : by }),
          }}
          refreshing={refreshing}
          editInfo={editInfo}
        />
      )}
      <ListPagination label={wording.title} page={page} list={list} busy={refreshing} beginning={countLine} />
    </>
  )
}

function countOf(page: FoundPage): string {
  if (page.state.notes) return wording.countWithoutNote(page)
  return isFiltered(page.state) ? wording.matches(page) : wording.count(page)
}

type NothingHereProps = { state: FoundPage['state']; list: List<ClientFilters> }

function NothingHere({ state, list }: NothingHereProps) {
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
      <NoMatches list={list} icon="check" title={wording.allHaveNote}>
        {wording.allHaveNoteDetail}
      </NoMatches>
    )
  }
  if (isFiltered(state)) {
    return (
      <NoMatches list={list} title={wording.noMatches}>
        {wording.noMatchesDetail}
      </NoMatches>
    )
  }
  return (
    <EmptyState
      icon="users"
      title={wording.noClients}
      action={
        <LinkButton icon="plus" href={areaPath('addClient')}>
          {wording.addFirst}
        </LinkButton>
      }
    >
      {wording.noClientsDetail}
    </EmptyState>
  )
}
