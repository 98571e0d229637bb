import { clientsPerPage, type FoundPage } from './queries.ts'

/** Which clients a page shows, counted from 1 over all pages. */
export function pageRange({
  address,
  items,
  total,
  nextCursor,
}: Omit<FoundPage, 'items'> & { items: readonly unknown[] }) {
  const from = (address.page - 1) * clientsPerPage + 1
  const to = from + items.length - 1
  // Clients come and go between two pages; whether this one is the last, the cursor knows.
  return { from, to, total: nextCursor === null ? to : Math.max(total, to + 1) }
}
