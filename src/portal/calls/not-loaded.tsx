import { screenWording as wording } from '#portal/screen/wording.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { isFailure, sentenceOf } from './call-failure.ts'

/** A reading that has failed, and can be tried again. */
export type FailedQuery = { error: unknown; isFetching: boolean; refetch: () => unknown }

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
  place: { address: { cursor: string | undefined }; goToFirst: () => void }
}

/** A cursor of another list, or of another version of the program, never leads anywhere: the first page does. */
export function PageNotLoaded({ message, query, place: { address, goToFirst } }: PageNotLoadedProps) {
  if (address.cursor === undefined || !isFailure(query.error, 'invalid-input'))
    return <NotLoaded message={message} query={query} />
  return <ErrorState message={wording.pageGone} onRetry={goToFirst} retryLabel={wording.toFirstPage} />
}
