import './audit-trail.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { recordIdLimit, type TrailRow } from '#contract/audit/endpoints.ts'
import { screenPath } from '#contract/paths.ts'
import { Loaded, NotLoaded } from '#portal/calls/loaded.tsx'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ListCount, ListFilters, NoMatches } from '#portal/screen/list-filters.tsx'
import { type List, useListState } from '#portal/screen/list-state.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { SearchField } from '#ui/text-field.tsx'
import { recordIdIn, type TrailFilters, trailList, trailQuery } from './queries.ts'
import { TrailTable } from './trail-table.tsx'
import { auditWording as wording } from './wording.ts'

type Trail = ReturnType<typeof useTrail>

const useTrail = (state: List<TrailFilters>['state']) => useInfiniteQuery(trailQuery(state))

export function AuditTrailScreen() {
  const list = useListState(trailList)
  return (
    <Screen title={wording.title} confidential intro={<p>{wording.intro}</p>}>
      <div className="list-screen audit-trail">
        <TrailListFilters list={list} />
        <TrailResults list={list} />
      </div>
    </Screen>
  )
}

type TrailResultsProps = { list: List<TrailFilters> }

function TrailResults({ list }: TrailResultsProps) {
  const trail = useTrail(list.debounced)
  const { record } = list.debounced
  const countLine = useRef<HTMLParagraphElement>(null)
  const goToCount = () => countLine.current?.focus()
  return (
    <Loaded
      query={trail}
      waiting={<LoadingSkeleton shape="rows" lines={10} label={wording.loading} />}
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
            <NoMatches list={list} title={wording.none}>
              {wording.noneDetail}
            </NoMatches>
          ) : (
            <TrailTable
              rows={rows}
              refreshing={trail.isPlaceholderData || !list.isDebounced}
              onNarrow={goToCount}
            />
          )}
          <OlderRows trail={trail} countLine={countLine} />
        </>
      )}
    </Loaded>
  )
}

/** Whether the rows show that this id belongs to a client. */
function isClient(id: string, rows: readonly TrailRow[]): boolean {
  return rows.some(
    ({ kind, recordId, clientId }) => clientId === id || (kind === 'client' && recordId === id),
  )
}

type OlderRowsProps = { trail: Trail; countLine: RefObject<HTMLElement | null> }

function OlderRows({ trail, countLine }: OlderRowsProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = trail
  const button = useRef<HTMLButtonElement>(null)
  if (isFetchNextPageError) {
    const query = { error, isFetching: isFetchingNextPage, refetch: fetchNextPage }
    return (
      <div ref={focusOnRemoval(() => button.current ?? countLine.current)}>
        <NotLoaded message={wording.olderFailed} query={query} />
      </div>
    )
  }
  if (!hasNextPage) return null
  return (
    <div className="trail-older" ref={focusOnRemoval(() => countLine.current)}>
      <Button ref={button} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {wording.older}
      </Button>
    </div>
  )
}

function TrailListFilters({ list }: TrailResultsProps) {
  const { state, setFilters } = list
  const [typed, setTyped] = useState(state.record ?? '')
  // After Back or a link, the box shows the record in the address instead of what was typed.
  const record = recordIdIn(typed) === state.record ? typed : (state.record ?? '')

  function typeRecord(text: string) {
    setTyped(text)
    const id = recordIdIn(text)
    if (id !== state.record) setFilters({ record: id })
  }
  function clearFilters() {
    setTyped('')
    list.clearFilters()
  }
  return (
    <ListFilters
      className="trail-filters"
      list={{ ...list, isFiltered: list.isFiltered || record !== '', clearFilters }}
      searchLabel={wording.search}
    >
      <SearchField
        label={wording.record}
        value={record}
        error={record.trim() && !state.record ? wording.wholeId : undefined}
        maxLength={recordIdLimit}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => typeRecord(event.currentTarget.value)}
      />
      <DayRangeFields days={state} onChosen={setFilters} />
    </ListFilters>
  )
}
