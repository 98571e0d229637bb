import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { errorMessage, reasonAfter } from './call-failure.ts'

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
  /** Shown when loading failed: the specified text, or a function that renders the failed query. */
  failed: string | ((query: FailedQuery) => ReactNode)
  children: (data: Data) => ReactNode
}

/** The data of a query, its skeleton or its error. Data that may be out of date says so. */
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

/** Above data that could not be refreshed. A list reports by itself that its next page could not be loaded. */
export function RefreshFailed({ query }: RefreshFailedProps) {
  if (query.data === undefined || !query.error || query.isFetchNextPageError) return null
  return <NotLoaded message="This could not be refreshed and may be out of date." query={query} />
}

type NotLoadedProps = { message: string; query: FailedQuery }

/** docs/product.md 56: the specified text, the reason, and another try. */
export function NotLoaded({ message, query: { error, isFetching, refetch } }: NotLoadedProps) {
  return (
    <ErrorState
      message={message}
      detail={reasonAfter(message, error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}

/** The same in one of several cards, which does not interrupt what is read in the others. */
export function CardNotLoaded({ message, query: { error, isFetching, refetch } }: NotLoadedProps) {
  return (
    <div className="stack-close soft" ref={focusOnRemoval()}>
      <p>
        {message} {errorMessage(error)}
      </p>
      <Button small icon="refresh" busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}
