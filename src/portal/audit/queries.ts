import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { recordIdLimit } from '#contract/lengths.ts'
import { screenPath } from '#contract/paths.ts'
import { deckKeys } from '#contract/training/decks.ts'
import { call } from '#portal/calls/call.ts'
import { calendarDay, type DayRange, instantsOf } from '#portal/days/day-range.ts'
import { cleanSearch, type ListSchema, type ListState, listQuery } from '#portal/lists/list-state.ts'

export interface TrailFilters extends DayRange {
  /** Id of a record. */
  record: string | undefined
}

export const trailList: ListSchema<TrailFilters> = {
  filters: { record: (text) => recordIdIn(text ?? ''), from: calendarDay, to: calendarDay },
  // Each request adds a row to the trail itself.
  pause: 300,
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Only a whole id may be in the address: a name would stay in the browser's history. */
export function recordIdIn(text: string): string | undefined {
  const id = cleanSearch(text, recordIdLimit).toLowerCase()
  return uuid.test(id) || deckKeys.some((deck) => deck === id) ? id : undefined
}

/** The address of the trail of one record. */
export function trailOfRecord(record: string): string {
  return `${screenPath('admin', 'auditTrail')}?${listQuery({ record })}`
}

/** Newest first, a page at a time. Other users add rows at any time, so cached rows are always stale. */
export function trailQuery({
  search,
  record,
  from,
  to,
}: Partial<Pick<ListState<TrailFilters>, 'search'>> & TrailFilters) {
  return infiniteQueryOptions({
    queryKey: ['audit', { search, record, from, to }],
    queryFn: ({ pageParam: cursor, signal }) => {
      const body = { search, record, ...instantsOf({ from, to }), cursor }
      return call('POST /audit/search', { body }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
