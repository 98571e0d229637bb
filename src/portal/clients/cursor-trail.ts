import type { ListAddress } from './list-address.ts'

/**
 * The server's cursors only lead forward. The way back is the trail of cursors that led here, one for each earlier
 * page, null for the first; it is kept in the history entry, not in the address.
 */
export type CursorTrail = readonly (string | null)[]

export interface Place {
  address: ListAddress
  trail: CursorTrail
}

/** History entries can hold anything: a trail that does not fit the page is no trail. */
export function readTrail(state: unknown, page: number): CursorTrail {
  const trail = (state as { trail?: unknown } | null)?.trail
  if (!Array.isArray(trail) || trail.length !== page - 1) return []
  return trail.every((cursor) => cursor === null || typeof cursor === 'string') ? trail : []
}

export function nextPlace({ address, trail }: Place, nextCursor: string): Place {
  return {
    address: { ...address, cursor: nextCursor, page: address.page + 1 },
    trail: [...trail, address.cursor ?? null],
  }
}

/** Without a trail, as on a page that somebody else shared, the way back is the first page. */
export function previousPlace({ address, trail }: Place): Place {
  const cursor = trail.at(-1)
  if (!cursor) return { address: { ...address, cursor: undefined, page: 1 }, trail: [] }
  return { address: { ...address, cursor, page: address.page - 1 }, trail: trail.slice(0, -1) }
}
