import type { ReactNode } from 'react'
import { screenWording as wording } from '#portal/screen/wording.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { isFailure, sentenceOf } from './call-failure.ts'

/** What is shown of a query that has failed. */
export interface FailedQuery {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: FailedQuery & { data: Data | undefined; isFetchNextPageError?: boolean }
  /** Until there is something to show. */
  waiting: ReactNode
  /** Instead of it: the specified text, or a view of its own. */
  failed: string | ((query: FailedQuery) => ReactNode)
  children: (data: Data) => ReactNode
}

/** What a query has read; until then its skeleton, or why there is nothing. Data that may be out of date says so. */
export function Loaded<Data>({ query, waiting, failed, children }: LoadedProps<Data>) {
  const { data, error } = query
  if (data !== undefined) {
    return (
      <>
        <RefreshFailed query={query} />
        {children(data)}
      </>
    )
  }
  if (!error) return waiting
  return typeof failed === 'string' ? <NotLoaded message={failed} query={query} /> : failed(query)
}

type RefreshFailedProps = Pick<LoadedProps<unknown>, 'query'>

/** Above data that could not be read again. Loading one more page says by itself that it failed. */
export function RefreshFailed({ query }: RefreshFailedProps) {
  if (query.data === undefined || !query.error || query.isFetchNextPageError) return null
  return <NotLoaded message={wording.refreshFailed} query={query} />
}

type NotLoadedProps = { message: string; query: FailedQuery }

/** Decision 56: the specified text, what happened, and another try. */
export function NotLoaded({ message, query: { error, isFetching, refetch } }: NotLoadedProps) {
  return (
    <ErrorState
      message={message}
      detail={sentenceOf(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}

type PageNotLoadedProps = NotLoadedProps & {
  list: { state: { cursor: string | undefined }; goToFirst: () => void }
}

/** A cursor of another list, or of another version of the program, never leads anywhere: the first page does. */
export function PageNotLoaded({ message, query, list: { state, goToFirst } }: PageNotLoadedProps) {
  if (state.cursor === undefined || !isFailure(query.error, 'invalid-input'))
    return <NotLoaded message={message} query={query} />
  return <ErrorState message={wording.pageGone} onRetry={goToFirst} retryLabel={wording.toFirstPage} />
}
