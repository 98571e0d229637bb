import './client-list.css'
import { useQuery } from '@tanstack/react-query'
import { can } from '#contract/access/permissions.ts'
import type { ClientListItem } from '#contract/clients/schema.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { ExportButton, ExportStatus, useCsvDownload } from '#portal/downloads/export.tsx'
import { NoMatches } from '#portal/lists/list-filters.tsx'
import { isFiltered, type List, useListState } from '#portal/lists/list-state.ts'
import { RecordList, type ShownRows } from '#portal/lists/record-list.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { pluralOf } from '#portal/screen/plural.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ChoiceBar, useChosenClients } from './chosen-clients.tsx'
import { ClientListFilters } from './client-list-filters.tsx'
import { ClientTable } from './client-table.tsx'
import { EditInfoDialog, useEditInfo } from './edit-info.tsx'
import {
  type ClientFilters,
  clientQueries,
  defaultSort,
  downloadClients,
  type FoundPage,
  readClientFilters,
} from './queries.ts'

export function ClientListScreen() {
  const list = useListState(readClientFilters)
  const areaPath = useAreaPath()
  const { role } = useSession()
  const exporting = useCsvDownload({
    read: (signal) => downloadClients(list.state, signal),
    fileName: 'clients.csv',
    failed: 'The clients could not be downloaded.',
  })
  return (
    <Screen
      title={screens.clients.title}
      confidential
      actions={
        <>
          {can(role, 'clients:export') && <ExportButton exporting={exporting} kind="csv" />}
          <LinkButton tone="primary" icon="plus" href={areaPath('addClient')}>
            Add Client
          </LinkButton>
        </>
      }
    >
      <div className="list-screen client-list">
        <ClientListFilters list={list} />
        <ExportStatus exporting={exporting} />
        <ClientResults list={list} />
      </div>
    </Screen>
  )
}

function ClientResults({ list }: { list: List<ClientFilters> }) {
  const query = useQuery(clientQueries.page(list.state))
  const editInfo = useEditInfo()
  const { role } = useSession()
  const chosenClients = useChosenClients()
  const choice = can(role, 'clients:assign') ? chosenClients : undefined
  const standard = defaultSort(list.state)
  const tableOf = (shown: ShownRows<ClientListItem>, { state }: FoundPage) => (
    <ClientTable
      {...shown}
      withoutNote={state.notes !== undefined}
      sort={{
        by: list.state.sort ?? standard,
        onSort: (by) => list.setFilters({ sort: by === standard ? undefined : by }),
      }}
      editInfo={editInfo}
      choice={choice}
    />
  )
  return (
    <>
      <RecordList
        list={list}
        query={query}
        title={screens.clients.title}
        loading="Loading clients…"
        loadFailed="Unable to load clients."
        count={countOf}
        beside={(page) =>
          choice && (
            <ChoiceBar choice={choice} rows={page.items.length > 0 ? page.items : (page.similar ?? [])} />
          )
        }
        emptyPage={{
          icon: 'users',
          title: 'This page is empty now',
          detail: 'The clients who were here have moved to another page or been deleted.',
        }}
        nothing={(page) =>
          page.similar && page.similar.length > 0 ? (
            <section className="stack-close" aria-labelledby="similar-names">
              <h2 id="similar-names">Similar names</h2>
              {tableOf({ rows: page.similar, refreshing: query.isPlaceholderData }, page)}
            </section>
          ) : (
            <NoClients state={page.state} list={list} />
          )
        }
      >
        {tableOf}
      </RecordList>
      <EditInfoDialog editInfo={editInfo} />
    </>
  )
}

function countOf(page: FoundPage): string {
  if (page.state.notes) return `${pluralOf(page, 'active client', 'active clients')} without a note this week`
  return isFiltered(page.state)
    ? `${pluralOf(page, 'client', 'clients')} found`
    : pluralOf(page, 'client', 'clients')
}

type NoClientsProps = { state: FoundPage['state']; list: List<ClientFilters> }

function NoClients({ state, list }: NoClientsProps) {
  const areaPath = useAreaPath()
  const { role } = useSession()
  if (state.notes && state.search === '') {
    return (
      <NoMatches list={list} icon="check" title="Every active client has a note this week">
        The week begins on Monday.
      </NoMatches>
    )
  }
  if (isFiltered(state)) {
    return (
      <NoMatches list={list} title="No clients match">
        Try a shorter part of the name or another status, or clear the filters.
      </NoMatches>
    )
  }
  return (
    <EmptyState
      icon="users"
      title="No clients yet"
      action={
        <>
          <LinkButton icon="plus" href={areaPath('addClient')}>
            Add the first client
          </LinkButton>
          {can(role, 'clients:import') && (
            <LinkButton href={screenPath('admin', 'importClients')}>Import a spreadsheet</LinkButton>
          )}
        </>
      }
    >
      Add your first client. Clients are listed here by last name.
    </EmptyState>
  )
}
