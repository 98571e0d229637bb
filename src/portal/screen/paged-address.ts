/** What the address of a list says of its pages; the rest of it differs from list to list. */
export interface PagedAddress {
  /** Where the server goes on; undefined on the first page. */
  cursor: string | undefined
  /** Counted from 1. */
  page: number
}

/** A page without its cursor makes no sense, nor does a cursor without its page: both are left out then. */
export function readPaging(params: URLSearchParams): PagedAddress {
  const cursor = params.get('cursor') || undefined
  const page = Number(params.get('page'))
  const isLater = cursor !== undefined && Number.isSafeInteger(page) && page > 1
  return isLater ? { cursor, page } : { cursor: undefined, page: 1 }
}

export function writePaging(params: URLSearchParams, { cursor, page }: PagedAddress): void {
  if (!cursor || page <= 1) return
  params.set('cursor', cursor)
  params.set('page', String(page))
}

/** A list that is narrowed otherwise begins on its first page. */
export function onFirstPage<Address extends PagedAddress>(address: Address): Address {
  return { ...address, cursor: undefined, page: 1 }
}
