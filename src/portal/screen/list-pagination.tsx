import type { RefObject } from 'react'
import { Pagination } from '#ui/pagination.tsx'
import { type Page, rowsPerPage } from './list-state.ts'

/** A page, and the list state that it was read for, which the list has left while the next page is loading. */
export type PageOf<State, Row> = Page<Row> & { state: State }

/** Which rows a page shows, counted from 1 over all pages. */
export function pageRange(page: PageOf<{ page: number }, unknown>) {
  const { state, items, total, totalIsMinimum, nextCursor } = page
  const from = (state.page - 1) * rowsPerPage + 1
  const to = from + items.length - 1
  // Rows can be added or removed between two pages, but the last page has no cursor.
  if (nextCursor === null) return { from, to, total: to }
  // A page can reach beyond a limited count.
  return { from, to, total: Math.max(total, to + 1), totalIsMinimum: totalIsMinimum && total > to }
}

type ListPaginationProps = {
  label: string
  page: PageOf<{ page: number }, unknown>
  list: { goToPrevious: () => void; goToNext: (nextCursor: string) => void }
  busy: boolean
  beginning: RefObject<HTMLElement | null>
}

/** Below a page of a list, if the list has more of them. */
export function ListPagination({ page, list, ...rest }: ListPaginationProps) {
  const { state, items, total, nextCursor } = page
  if (items.length === 0 || (total <= rowsPerPage && state.page === 1)) return null
  return (
    <Pagination
      {...rest}
      {...pageRange(page)}
      onPrevious={list.goToPrevious}
      onNext={() => nextCursor !== null && list.goToNext(nextCursor)}
    />
  )
}
