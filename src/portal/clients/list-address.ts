import { type ClientStatus, clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'
import { onFirstPage, type PagedAddress, readPaging, writePaging } from '#portal/screen/paged-address.ts'
import { cleanSearch } from '#portal/screen/typed-search.ts'

export type StatusFilter = ClientStatus | typeof unknownStatus

/** Where in the client list one is, as its address says it: shared and reloaded, it shows the same. */
export interface ListAddress extends PagedAddress {
  search: string
  status: StatusFilter | undefined
  /** Only active clients without a note this week; the status filter has no say then. */
  silent: boolean
}

/** As the server calls the filter. */
export const silentClients = 'missing-this-week'

const statusFilters: readonly string[] = [...clientStatuses, unknownStatus]

/** What makes no sense in an address is left out of it, such as an unknown status. */
export function readListAddress(params: URLSearchParams): ListAddress {
  const silent = params.get('notes') === silentClients
  const status = silent ? null : params.get('status')
  return {
    search: cleanSearch(params.get('search') ?? ''),
    status: status !== null && statusFilters.includes(status) ? (status as StatusFilter) : undefined,
    silent,
    ...readPaging(params),
  }
}

export function writeListAddress(address: ListAddress): URLSearchParams {
  const { search, status, silent } = address
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (status) params.set('status', status)
  if (silent) params.set('notes', silentClients)
  writePaging(params, address)
  return params
}

type ListFilters = Pick<ListAddress, 'search' | 'status' | 'silent'>

/** Other clients: their list begins on its first page. */
export function narrowed(address: ListAddress, change: Partial<ListFilters>): ListAddress {
  return onFirstPage({ ...address, ...change })
}

export function isNarrowed({ search, status, silent }: ListAddress): boolean {
  return search !== '' || status !== undefined || silent
}
