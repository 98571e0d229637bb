import './audit-trail.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { TrailRow } from '#contract/audit/endpoints.ts'
import { recordIdLimit } from '#contract/lengths.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ListCount, ListFilters, NoMatches } from '#portal/lists/list-filters.tsx'
import { type List, useListState } from '#portal/lists/list-state.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { LinkButton } from '#ui/button.tsx'
import { SearchField } from '#ui/text-field.tsx'
import { OlderRows } from './older-rows.tsx'
import { recordIdIn, type TrailFilters, trailList, trailQuery } from './queries.ts'
import { TrailTable } from './trail-table.tsx'
import { auditWording as wording } from './wording.ts'

export function AuditTrailScreen() {
  const list = useListState(trailList)
  return (
    <Screen
      title={screens.auditTrail.title}
      confidential
      intro={
        <p>
          See who did what to which record. The list shows IDs and field names, never the contents of a
          record.
        </p>
      }
    >
      <div className="list-screen audit-trail">
        <TrailListFilters list={list} />
        <TrailResults list={list} />
      </div>
    </Screen>
  )
}

type TrailResultsProps = { list: List<TrailFilters> }

function TrailResults({ list }: TrailResultsProps) {
  const trail = useInfiniteQuery(trailQuery(list.debounced))
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
          <div className="row row-apart">
            <ListCount ref={countLine}>{wording.count(rows.length, trail.hasNextPage)}</ListCount>
            {record && isClient(record, rows) && (
              <LinkButton small icon="user" href={screenPath('admin', 'clientDetails', record)}>
                Open the client
              </LinkButton>
            )}
          </div>
          {record && isClient(record, rows) && (
            <p>
              <strong>{wording.whoHasSeen}.</strong> {wording.ofClient}
            </p>
          )}
          {rows.length === 0 ? (
            <NoMatches list={list} title="No rows found">
              Try a shorter part of the name, another ID or other dates, or clear the filters.
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
      list={{ ...list, isFiltered: list.isFiltered || record !== '', clearFilters }}
      searchLabel="Employee name or email"
    >
      <SearchField
        label="Record ID"
        value={record}
        error={record.trim() && !state.record ? 'Enter the full ID.' : undefined}
        maxLength={recordIdLimit}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => typeRecord(event.currentTarget.value)}
      />
      <DayRangeFields days={state} onChosen={setFilters} />
    </ListFilters>
  )
}
