import './client-list.css'
import { useQuery } from '@tanstack/react-query'
import { NoMatches } from '#portal/lists/list-filters.tsx'
import { isFiltered, type List, useListState } from '#portal/lists/list-state.ts'
import { RecordList } from '#portal/lists/record-list.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useClientCsv } from './client-csv.tsx'
import { ClientListFilters } from './client-list-filters.tsx'
import { ClientTable } from './client-table.tsx'
import { EditInfoResult, useEditInfo } from './edit-info.tsx'
import { clientListWording as wording } from './list-wording.ts'
import { type ClientFilters, clientList, clientQueries, type FoundPage, usualSort } from './queries.ts'

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
  const refreshing = query.isPlaceholderData || !list.isDebounced
  const usual = usualSort(list.state)
  return (
    <>
      <RecordList
        list={list}
        query={query}
        refreshing={refreshing}
        title={wording.title}
        loading={wording.loading}
        loadFailed={wording.loadFailed}
        count={countOf}
        emptyPage={{ icon: 'users', title: wording.emptyPage, detail: wording.emptyPageDetail }}
        nothing={({ state }) => <NoClients state={state} list={list} />}
      >
        {({ state, items }) => (
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
      </RecordList>
      <EditInfoResult editInfo={editInfo} />
      {editInfo.dialog}
    </>
  )
}

function countOf(page: FoundPage): string {
  if (page.state.notes) return wording.countWithoutNote(page)
  return isFiltered(page.state) ? wording.matches(page) : wording.count(page)
}

type NoClientsProps = { state: FoundPage['state']; list: List<ClientFilters> }

function NoClients({ state, list }: NoClientsProps) {
  const areaPath = useAreaPath()
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
