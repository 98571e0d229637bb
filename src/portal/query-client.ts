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
 * After a change: reads these again where they are shown. A request in flight may have started before the change, so it is
 * canceled first; canceling would also undo what `show` puts in the place of the known data.
 */
export async function refresh(queries: QueryClient, filters: QueryFilters, show?: () => void): Promise<void> {
  await queries.cancelQueries(filters)
  show?.()
  await queries.invalidateQueries(filters)
}

/**
 * After a change: these are only read again at the next opening: nothing moves while a person works with it. What is
 * just being read moves anyway.
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
