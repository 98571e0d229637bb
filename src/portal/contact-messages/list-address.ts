import { type DayRange, readDays, writeDays } from '#portal/days/day-range.ts'
import { type PagedAddress, readPaging, writePaging } from '#portal/screen/paged-address.ts'
import { cleanSearch } from '#portal/screen/typed-search.ts'

export interface ListFilters extends DayRange {
  search: string
}

/** Where in the list one is, as its address says it: reloaded, it shows the same. */
export type ListAddress = ListFilters & PagedAddress

/** What makes no sense in an address is left out of it, such as a day that no calendar has. */
export function readListAddress(params: URLSearchParams): ListAddress {
  return {
    search: cleanSearch(params.get('search') ?? ''),
    ...readDays(params),
    ...readPaging(params),
  }
}

export function writeListAddress(address: ListAddress): URLSearchParams {
  const params = new URLSearchParams()
  if (address.search) params.set('search', address.search)
  writeDays(params, address)
  writePaging(params, address)
  return params
}

export function isNarrowed({ search, from, to }: ListFilters): boolean {
  return search !== '' || from !== undefined || to !== undefined
}
