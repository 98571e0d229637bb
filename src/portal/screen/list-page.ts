/** How many rows a page of a list holds. */
export const rowsPerPage = 50

interface Page<Row> {
  items: Row[]
  total: number
  /** Whether there are more than that. */
  totalIsMinimum?: boolean
  nextCursor: string | null
}

/** A page, and the place in the list that it was read for: while the next one is awaited, these are not the address's. */
export type PageAt<Address, Row> = Page<Row> & { address: Address }

/** With a limit a list answers a page, without one an array; the type of the reply leaves both open. */
export function asPage<Row>(reply: Row[] | Page<Row>): Page<Row> {
  return Array.isArray(reply) ? { items: reply, total: reply.length, nextCursor: null } : reply
}

/** Which rows a page shows, counted from 1 over all pages. */
export function pageRange<Address extends { page: number }>(page: PageAt<Address, unknown>) {
  const { address, items, total, totalIsMinimum, nextCursor } = page
  const from = (address.page - 1) * rowsPerPage + 1
  const to = from + items.length - 1
  // Rows come and go between two pages; whether this one is the last, the cursor knows.
  if (nextCursor === null) return { from, to, total: to }
  // Beyond what was counted the page itself tells more.
  return { from, to, total: Math.max(total, to + 1), totalIsMinimum: totalIsMinimum && total > to }
}
