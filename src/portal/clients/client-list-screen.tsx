import './client-list.css'
import { useRef } from 'react'
import { PageNotLoaded } from '#portal/calls/not-loaded.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import type { SearchBox } from '#portal/screen/list-filters.tsx'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ClientFilters } from './client-filters.tsx'
import { ClientPageView } from './client-page-view.tsx'
import { EditInfoResult, useEditInfo } from './edit-info.tsx'
import { type ClientList, useClientList } from './list-state.ts'
import { useClientPage } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

export function ClientListScreen() {
  const list = useClientList()
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
        <ClientFilters list={list} searchBox={searchBox} />
        <ClientResults list={list} searchBox={searchBox} />
      </div>
    </Screen>
  )
}

function ClientResults({ list, searchBox }: { list: ClientList; searchBox: SearchBox }) {
  const query = useClientPage(list.debounced)
  const editInfo = useEditInfo()
  const { data, error, isPlaceholderData } = query
  if (!data && error) return <PageNotLoaded message={wording.loadFailed} query={query} place={list} />
  if (!data) return <LoadingPlace shape="rows" lines={10} label={wording.loading} />
  return (
    <>
      <EditInfoResult editInfo={editInfo} />
      <ClientPageView
        page={data}
        list={list}
        searchBox={searchBox}
        refreshing={isPlaceholderData || !list.isDebounced}
        editInfo={editInfo}
      />
      {editInfo.dialog}
    </>
  )
}
