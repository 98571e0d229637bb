import { onFirstPage, type PagedAddress } from './paged-address.ts'

/**
 * The server's cursors only lead forward. The way back is the trail of cursors that led here, one for each earlier
 * page, null for the first; it is kept in the history entry, not in the address.
 */
type CursorTrail = readonly (string | null)[]

export interface Place<Address extends PagedAddress = PagedAddress> {
  address: Address
  trail: CursorTrail
}

/** History entries can hold anything: a trail that does not fit the page is no trail. */
export function readTrail(state: unknown, page: number): CursorTrail {
  const trail = (state as { trail?: unknown } | null)?.trail
  if (!Array.isArray(trail) || trail.length !== page - 1) return []
  return trail.every((cursor) => cursor === null || typeof cursor === 'string') ? trail : []
}

export function nextPlace<Address extends PagedAddress>(
  { address, trail }: Place<Address>,
  nextCursor: string,
): Place<Address> {
  return {
    address: { ...address, cursor: nextCursor, page: address.page + 1 },
    trail: [...trail, address.cursor ?? null],
  }
}

/** Without a trail, as on a page that somebody else shared, the way back is the first page. */
export function previousPlace<Address extends PagedAddress>({
  address,
  trail,
}: Place<Address>): Place<Address> {
  const cursor = trail.at(-1)
  if (!cursor) return { address: onFirstPage(address), trail: [] }
  return { address: { ...address, cursor, page: address.page - 1 }, trail: trail.slice(0, -1) }
}
