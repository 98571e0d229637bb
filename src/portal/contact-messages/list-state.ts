import { allDays, type DayRange, readDays, writeDays } from '#portal/days/day-range.ts'
import { usePagedListState } from '#portal/screen/list-state.ts'
import { type PagedAddress, readPaging, writePaging } from '#portal/screen/paged-address.ts'

export interface ListFilters extends DayRange {
  search: string
}

/** What of the list is shown. Its address says all of it but the search. */
export type ListAddress = ListFilters & PagedAddress

/** What makes no sense in an address is left out of it, such as a day that no calendar has. */
export function readListAddress(params: URLSearchParams): Omit<ListAddress, 'search'> {
  return { ...readDays(params), ...readPaging(params) }
}

export function writeListAddress(address: Omit<ListAddress, 'search'>): URLSearchParams {
  const params = new URLSearchParams()
  writeDays(params, address)
  writePaging(params, address)
  return params
}

export function isNarrowed({ search, from, to }: ListFilters): boolean {
  return search !== '' || from !== undefined || to !== undefined
}

/** Milliseconds after the last letter: each reading leaves an audit row. */
const pause = 300

export function useMessageList() {
  const { narrow, ...list } = usePagedListState<ListAddress>(readListAddress, writeListAddress, pause)
  return {
    ...list,
    isNarrowed: isNarrowed(list.address),
    choose: (days: Partial<DayRange>) => narrow(days),
    clearFilters: () => narrow({ search: '', ...allDays }),
  }
}

export type MessageList = ReturnType<typeof useMessageList>
