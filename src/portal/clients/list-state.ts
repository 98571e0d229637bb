import { type ClientStatus, clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'
import { usePagedListState } from '#portal/screen/list-state.ts'
import { onFirstPage, type PagedAddress, readPaging, writePaging } from '#portal/screen/paged-address.ts'

export type StatusFilter = ClientStatus | typeof unknownStatus

/** What of the client list is shown. Its address says all of it but the search. */
export interface ListAddress extends PagedAddress {
  search: string
  status: StatusFilter | undefined
  /** Only active clients without a note this week; the status filter has no say then. */
  withoutNote: boolean
}

/** What the address says where only clients without a note this week are shown. */
const missingThisWeek = 'missing-this-week'

const statusFilters: readonly string[] = [...clientStatuses, unknownStatus]

/** What makes no sense in an address is left out of it, such as an unknown status. */
export function readListAddress(params: URLSearchParams): Omit<ListAddress, 'search'> {
  const withoutNote = params.get('notes') === missingThisWeek
  const status = withoutNote ? null : params.get('status')
  return {
    status: status !== null && statusFilters.includes(status) ? (status as StatusFilter) : undefined,
    withoutNote,
    ...readPaging(params),
  }
}

export function writeListAddress(address: Omit<ListAddress, 'search'>): URLSearchParams {
  const params = new URLSearchParams()
  if (address.status) params.set('status', address.status)
  if (address.withoutNote) params.set('notes', missingThisWeek)
  writePaging(params, address)
  return params
}

type ListFilters = Pick<ListAddress, 'status' | 'withoutNote'>

/** The address of the list with nothing but these filters. */
export function addressOfList(filters: Partial<ListFilters>): URLSearchParams {
  return writeListAddress(onFirstPage({ ...readListAddress(new URLSearchParams()), ...filters }))
}

export function isNarrowed({ search, status, withoutNote }: ListAddress): boolean {
  return search !== '' || status !== undefined || withoutNote
}

export function useClientList() {
  const { narrow, ...list } = usePagedListState<ListAddress>(readListAddress, writeListAddress)
  return {
    ...list,
    isNarrowed: isNarrowed(list.address),
    filterBy: (status: ListAddress['status']) => narrow({ status }),
    onlyWithoutNote: (withoutNote: boolean) => narrow({ withoutNote, status: undefined }),
    clearFilters: () => narrow({ search: '', status: undefined, withoutNote: false }),
  }
}

export type ClientList = ReturnType<typeof useClientList>
