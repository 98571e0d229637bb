import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TrailPerson } from '#contract/audit/endpoints.ts'
import { recordIdLimit } from '#contract/lengths.ts'
import { screenPath } from '#contract/paths.ts'
import { deckKeys } from '#contract/training/decks.ts'
import { call, download } from '#portal/calls/call.ts'
import { instantsOf, readDays } from '#portal/days/day-range.ts'
import { cleanSearch, listQuery } from '#portal/lists/list-state.ts'

export const readTrailFilters = (params: URLSearchParams) => ({
  /** Id of a record. */
  record: recordIdIn(params.get('record') ?? ''),
  /** Id of the employee who did it. */
  actor: recordIdIn(params.get('actor') ?? ''),
  changesOnly: params.get('changesOnly') === 'true' || undefined,
  ...readDays(params),
})

export type TrailFilters = ReturnType<typeof readTrailFilters>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Only a whole id may be in the address: a name would stay in the browser's history. */
export function recordIdIn(text: string): string | undefined {
  const id = cleanSearch(text, recordIdLimit).toLowerCase()
  return uuid.test(id) || deckKeys.some((deck) => deck === id) ? id : undefined
}

/** The whole trail. */
export const allRows = readTrailFilters(new URLSearchParams())

/** The address of the trail of one record. */
export function trailOfRecord(record: string): string {
  return `${screenPath('admin', 'auditTrail')}?${listQuery({ record })}`
}

const bodyOf = ({ record, actor, changesOnly, from, to }: TrailFilters) => ({
  record,
  actor,
  changesOnly,
  ...instantsOf({ from, to }),
})

/** Newest first, a page at a time. Other users add rows at any time, so cached rows are always stale. */
export function trailQuery(filters: TrailFilters) {
  const body = bodyOf(filters)
  return infiniteQueryOptions({
    queryKey: ['audit', body],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('POST /audit/search', { body: { ...body, cursor } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Milliseconds, for the rows of years on a slow connection. */
const downloadTimeout = 300_000

export function downloadTrail(filters: TrailFilters, signal: AbortSignal): Promise<Blob> {
  return download('POST /audit/export', { body: bodyOf(filters) }, { signal, timeout: downloadTimeout })
}

export interface PeopleFound {
  items: TrailPerson[]
  hasMore: boolean
}

/** Whom a name finds; nobody for an empty one. */
export const peopleQuery = (search: string, kind?: TrailPerson['kind']) =>
  queryOptions({
    queryKey: ['people of the trail', search, kind],
    queryFn: ({ signal }): Promise<PeopleFound> =>
      call('POST /audit/people', { body: { search, kind } }, { signal }),
    enabled: search !== '',
  })

/** Whose id this is; nobody for that of a note, for example. */
export const ownerQuery = (id = '') =>
  queryOptions({ ...peopleQuery(id), select: ({ items }) => items[0], enabled: uuid.test(id) })
