import { recordIdLimit } from '#contract/audit/endpoints.ts'
import { screenPath } from '#contract/paths.ts'
import { deckKeys } from '#contract/training/decks.ts'
import { allDays, type DayRange, readDays } from '#portal/days/day-range.ts'
import { useListState } from '#portal/screen/list-state.ts'
import { cleanSearch } from '#portal/screen/typed-search.ts'

/** What of the trail is shown. Its address says all of it but the search. */
export interface TrailAddress extends DayRange {
  /** Words of the name or the email address of who did it. */
  search: string
  /** Id of the record that it was done to; empty for all. */
  record: string
}

export const wholeTrail: TrailAddress = { search: '', record: '', ...allDays }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id in a text; empty if it is none. Nothing else may be in the address, where a name would be kept by the browser. */
export function recordIdIn(text: string): string {
  const id = cleanSearch(text, recordIdLimit).toLowerCase()
  return uuid.test(id) || deckKeys.some((deck) => deck === id) ? id : ''
}

/** What makes no sense in an address is left out of it. */
export function readTrailAddress(params: URLSearchParams): Omit<TrailAddress, 'search'> {
  return { record: recordIdIn(params.get('record') ?? ''), ...readDays(params) }
}

export function writeTrailAddress({ record, from, to }: Omit<TrailAddress, 'search'>): URLSearchParams {
  return new URLSearchParams(Object.entries({ record, from, to }).filter(([, value]) => value) as string[][])
}

export function isNarrowed(address: TrailAddress): boolean {
  return Object.values(address).some(Boolean)
}

/** All that was done to a record. */
export function trailOfRecord(id: string): string {
  return `${screenPath('admin', 'auditTrail')}?${writeTrailAddress({ ...wholeTrail, record: id })}`
}

/** Milliseconds after the last letter: each reading is a row of the trail itself. */
const pause = 300

export function useTrailList() {
  const { goTo, type, ...list } = useListState<TrailAddress>(readTrailAddress, writeTrailAddress, pause)
  const { address } = list
  return {
    ...list,
    isNarrowed: isNarrowed(address),
    searchFor: (search: string) => type({ search }),
    narrow: (change: Partial<TrailAddress>) => goTo({ ...address, ...change }),
    clearFilters: () => goTo(wholeTrail),
  }
}

export type TrailList = ReturnType<typeof useTrailList>
