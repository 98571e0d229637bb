import './client-list.css'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Loaded, PageNotLoaded } from '#portal/calls/loaded.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import type { SearchBox } from '#portal/screen/list-filters.tsx'
import { type List, useListState } from '#portal/screen/list-state.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ClientListFilters } from './client-list-filters.tsx'
import { ClientPageView } from './client-page-view.tsx'
import { EditInfoResult, useEditInfo } from './edit-info.tsx'
import { type ClientFilters, clientList, clientQueries } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

export function ClientListScreen() {
  const list = useListState(clientList)
  const searchBox = useRef<HTMLInputElement>(null)
  const areaPath = useAreaPath()
  return (
    <Screen
      title={wording.title}
      confidential
      actions={
        <LinkButton tone="primary" icon="plus" href={areaPath('addClient')}>
          {wording.add}
        </LinkButton>
      }
    >
      <div className="list-screen client-list">
        <ClientListFilters list={list} searchBox={searchBox} />
        <ClientResults list={list} searchBox={searchBox} />
      </div>
    </Screen>
  )
}

function ClientResults({ list, searchBox }: { list: List<ClientFilters>; searchBox: SearchBox }) {
  const query = useQuery(clientQueries.page(list.debounced))
  const editInfo = useEditInfo()
  return (
    <Loaded
      query={query}
      waiting={<LoadingPlace shape="rows" lines={10} label={wording.loading} />}
      failed={(query) => <PageNotLoaded message={wording.loadFailed} query={query} list={list} />}
    >
      {(page) => (
        <>
          <EditInfoResult editInfo={editInfo} />
          <ClientPageView
            page={page}
            list={list}
            searchBox={searchBox}
            refreshing={query.isPlaceholderData || !list.isDebounced}
            editInfo={editInfo}
          />
          {editInfo.dialog}
        </>
      )}
    </Loaded>
  )
}
