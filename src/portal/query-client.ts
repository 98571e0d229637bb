import { QueryCache, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { isTransient } from './calls/call-failure.ts'

/**
 * Reading records leaves audit rows, so nothing is read unless the user asks for it: not when the window gets focus, nor when the
 * network comes back. A query is read when a screen that shows it opens, unless its data is fresh, and when a change makes it
 * stale (`refresh`). Queries that change by themselves, or are printed or exported, have a `staleTime` of 0.
 */
export const queryClient = new QueryClient({
  // Only the message (docs/specification.md §8): a console must not hold data about clients.
  queryCache: new QueryCache({ onError: ({ message }) => console.error(`Could not be loaded: ${message}`) }),
  defaultOptions: {
    queries: {
      // Going back and forth between screens reads nothing again.
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Without a network a call fails at once, instead of being sent some time later.
      networkMode: 'always',
      // docs/product.md 56: once more at most, within a second.
      retry: (failures, error) => failures < 1 && isTransient(error),
      retryDelay: 600,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/**
 * Call after a change: reads these queries again where they are shown. Requests in flight may have started before the
 * change, so they are canceled first; canceling later would undo what `show` puts in place of the known data.
 */
export async function refresh(queries: QueryClient, filters: QueryFilters, show?: () => void): Promise<void> {
  await queries.cancelQueries(filters)
  show?.()
  await queries.invalidateQueries(filters)
}

/**
 * Call after a change: these queries are read again only when they are next opened, so nothing moves while a person works
 * with them. Queries that are loading at that moment still update.
 */
export async function markStale(
  queries: QueryClient,
  filters: QueryFilters,
  show?: () => void,
): Promise<void> {
  const inFlight = queries.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  await queries.cancelQueries(filters)
  show?.()
  await queries.invalidateQueries({ ...filters, refetchType: 'none' })
  await queries.refetchQueries({ type: 'active', predicate: (query) => inFlight.includes(query) })
}
