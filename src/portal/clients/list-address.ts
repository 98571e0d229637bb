import { clientSearchLimit } from '#contract/clients/endpoints.ts'
import { type ClientStatus, clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'

export type StatusFilter = ClientStatus | typeof unknownStatus

/** Where in the client list one is, as its address says it: shared and reloaded, it shows the same. */
export interface ListAddress {
  search: string
  status: StatusFilter | undefined
  /** Where the server goes on; undefined on the first page. */
  cursor: string | undefined
  /** Counted from 1. */
  page: number
}

const statusFilters: readonly string[] = [...clientStatuses, unknownStatus]

/** What makes no sense in an address is left out of it: an unknown status, a page without its cursor. */
export function readListAddress(params: URLSearchParams): ListAddress {
  const status = params.get('status')
  const cursor = params.get('cursor') || undefined
  const page = Number(params.get('page'))
  const later = cursor !== undefined && Number.isSafeInteger(page) && page > 1
  return {
    search: cleanSearch(params.get('search') ?? ''),
    status: status !== null && statusFilters.includes(status) ? (status as StatusFilter) : undefined,
    cursor: later ? cursor : undefined,
    page: later ? page : 1,
  }
}

export function writeListAddress({ search, status, cursor, page }: ListAddress): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (status) params.set('status', status)
  if (cursor && page > 1) {
    params.set('cursor', cursor)
    params.set('page', String(page))
  }
  return params
}

/** As the server takes it: without control characters, and without the half of a character that a cut would leave. */
export function cleanSearch(text: string): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, clientSearchLimit)
    .replace(/\p{Cs}/gu, '')
}

/** Other clients: their list begins on its first page. */
export function narrowed(
  address: ListAddress,
  change: Partial<Pick<ListAddress, 'search' | 'status'>>,
): ListAddress {
  return { ...address, ...change, cursor: undefined, page: 1 }
}

export function isNarrowed({ search, status }: ListAddress): boolean {
  return search !== '' || status !== undefined
}
