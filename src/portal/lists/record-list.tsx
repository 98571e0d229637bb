import { type ReactNode, type RefObject, useRef } from 'react'
import { isFailure } from '#portal/calls/call-failure.ts'
import { type FailedQuery, Loaded, NotLoaded } from '#portal/calls/loaded.tsx'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import type { IconName } from '#ui/icon.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { ListCount } from './list-filters.tsx'
import type { List } from './list-state.ts'
import { type PageOf, rowsPerPage } from './page-query.ts'

type AnyPage = PageOf<{ page: number }, unknown>

/** For the table that shows the rows. */
export interface ShownRows<Row> {
  rows: readonly Row[]
  /** The rows of the page before are shown while the next ones load. */
  refreshing: boolean
  /** The line with the count. */
  focusAfterRow?: RefObject<HTMLElement | null>
}

type RecordListProps<Found extends AnyPage> = {
  list: Pick<List<object>, 'state' | 'goToNext' | 'goToPrevious' | 'goToFirst'>
  query: FailedQuery & { data: Found | undefined; isPlaceholderData: boolean }
  /** If it isn't `rowsPerPage`. */
  perPage?: number
  /** Names the pages. */
  title: string
  loading: string
  loadFailed: string
  count: (page: Found) => string
  /** On the line with the count, which stays in view then. */
  beside?: (page: Found) => ReactNode
  /** Instead of a later page whose rows have gone. */
  emptyPage: { icon: IconName; title: string; detail: string }
  /** Instead of an empty list. */
  nothing: (page: Found) => ReactNode
  children: (table: ShownRows<Found['items'][number]>, page: Found) => ReactNode
}

/**
 * A list of records, a page at a time: how many there are, the table, and the pages. It describes the page with the state
 * that it was read for (`page.state`), because the list's own may be ahead.
 */
export function RecordList<Found extends AnyPage>(props: RecordListProps<Found>) {
  const { list, query, perPage = rowsPerPage, title, loading, loadFailed, emptyPage } = props
  const refreshing = query.isPlaceholderData
  const countLine = useRef<HTMLParagraphElement>(null)

  function rowsOf(page: Found) {
    if (page.items.length > 0)
      return props.children({ rows: page.items, refreshing, focusAfterRow: countLine }, page)
    if (page.state.page === 1) return props.nothing(page)
    return (
      <EmptyState
        icon={emptyPage.icon}
        title={emptyPage.title}
        action={<Button onClick={list.goToFirst}>Go to the first page</Button>}
      >
        {emptyPage.detail}
      </EmptyState>
    )
  }

  return (
    <Loaded
      query={query}
      waiting={<LoadingSkeleton lines={10} label={loading} />}
      failed={(query) =>
        // A cursor that the server refuses never becomes valid: the first page is offered instead.
        list.state.cursor !== undefined && isFailure(query.error, 'invalid-input') ? (
          <ErrorState
            message="This page of the list no longer exists."
            onRetry={list.goToFirst}
            retryLabel="Go to the first page"
          />
        ) : (
          <NotLoaded message={loadFailed} query={query} />
        )
      }
    >
      {(page) => (
        <>
          <div className={props.beside && 'list-head'}>
            <ListCount ref={countLine}>{props.count(page)}</ListCount>
            {props.beside?.(page)}
          </div>
          {rowsOf(page)}
          {page.items.length > 0 && (page.total > perPage || page.state.page > 1) && (
            <Pagination
              {...pageRange(page, perPage)}
              label={title}
              busy={refreshing}
              beginning={countLine}
              onPrevious={list.goToPrevious}
              onNext={() => page.nextCursor !== null && list.goToNext(page.nextCursor)}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

/** Which rows a page shows, counted from 1 over all pages. */
export function pageRange(page: AnyPage, perPage = rowsPerPage) {
  const { state, items, total, totalIsMinimum, nextCursor } = page
  const from = (state.page - 1) * perPage + 1
  const to = from + items.length - 1
  // Rows can be added or removed between two pages, but the last page has no cursor.
  if (nextCursor === null) return { from, to, total: to }
  // A page can reach beyond a limited count.
  return { from, to, total: Math.max(total, to + 1), totalIsMinimum: totalIsMinimum && total > to }
}
