import './audit-trail.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TrailRow } from '#contract/audit/endpoints.ts'
import { screenPath } from '#contract/paths.ts'
import { Loaded, NotLoaded } from '#portal/calls/loaded.tsx'
import { ClearFilters, ListCount, type SearchBox } from '#portal/screen/list-filters.tsx'
import { type List, useListState } from '#portal/screen/list-state.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { type TrailFilters, trailList, trailQuery } from './queries.ts'
import { TrailListFilters } from './trail-list-filters.tsx'
import { TrailTable } from './trail-table.tsx'
import { auditWording as wording } from './wording.ts'

/** What happened, for whoever answers for it: by person, record and day, the newest first. */
type Trail = ReturnType<typeof useTrail>

const useTrail = (state: List<TrailFilters>['state']) => useInfiniteQuery(trailQuery(state))

export function AuditTrailScreen() {
  const list = useListState(trailList)
  const searchBox = useRef<HTMLInputElement>(null)
  return (
    <Screen title={wording.title} confidential intro={<p>{wording.intro}</p>}>
      <div className="list-screen audit-trail">
        <TrailListFilters list={list} searchBox={searchBox} />
        <TrailResults list={list} searchBox={searchBox} />
      </div>
    </Screen>
  )
}

function TrailResults({ list, searchBox }: { list: List<TrailFilters>; searchBox: SearchBox }) {
  const trail = useTrail(list.debounced)
  const { record } = list.debounced
  const countLine = useRef<HTMLParagraphElement>(null)
  const goToCount = () => countLine.current?.focus()
  return (
    <Loaded
      query={trail}
      waiting={<LoadingPlace shape="rows" lines={10} label={wording.loading} />}
      failed={wording.loadFailed}
    >
      {(rows) => (
        <>
          <div className="trail-count">
            <ListCount ref={countLine}>{wording.shown(rows.length, trail.hasNextPage)}</ListCount>
            {record && isClient(record, rows) && (
              <LinkButton small icon="user" href={screenPath('admin', 'clientDetails', record)}>
                {wording.openClient}
              </LinkButton>
            )}
          </div>
          {rows.length === 0 ? (
            <EmptyState
              icon="search"
              title={wording.none}
              action={<ClearFilters list={list} searchBox={searchBox} />}
            >
              {wording.noneDetail}
            </EmptyState>
          ) : (
            <TrailTable
              rows={rows}
              refreshing={trail.isPlaceholderData || !list.isDebounced}
              onNarrow={goToCount}
            />
          )}
          <OlderRows trail={trail} onLast={goToCount} />
        </>
      )}
    </Loaded>
  )
}

/** Whether the rows show that this id is a client's. */
function isClient(id: string, rows: readonly TrailRow[]): boolean {
  return rows.some(
    ({ kind, recordId, clientId }) => clientId === id || (kind === 'client' && recordId === id),
  )
}

type OlderRowsProps = { trail: Trail; onLast: () => void }

function OlderRows({ trail, onLast }: OlderRowsProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = trail

  async function load() {
    const { hasNextPage: more, isSuccess } = await fetchNextPage()
    // With the last page the button goes.
    if (isSuccess && !more) onLast()
  }
  if (isFetchNextPageError) {
    const query = { error, isFetching: isFetchingNextPage, refetch: load }
    return <NotLoaded message={wording.olderFailed} query={query} />
  }
  if (!hasNextPage) return null
  return (
    <Button className="trail-older" busy={isFetchingNextPage} onClick={() => void load()}>
      {wording.older}
    </Button>
  )
}
