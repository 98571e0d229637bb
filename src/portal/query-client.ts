import { QueryCache, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { mayPassByItself } from './calls/call-failure.ts'

/**
 * When a query is read again. Reading records leaves audit rows, so nothing is read that nobody asked for: not when the
 * window gets focus, not when the network comes back. It is read when a screen that shows it is opened, if what was read
 * is older than this (milliseconds), and when a change makes it out of date (`refresh`).
 */
export const freshFor = {
  /** The default: going back and forth between screens asks nothing again. */
  usual: 30_000,
  /** What changes by itself, and what is printed or exported: each opening reads it. */
  oneOpening: 0,
} as const

export const queryClient = new QueryClient({
  // §8: failed loads are logged, too. Only the sentence: consoles are read over shoulders.
  queryCache: new QueryCache({ onError: ({ message }) => console.error(`Could not be loaded: ${message}`) }),
  defaultOptions: {
    queries: {
      staleTime: freshFor.usual,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Without a network a call fails and says so, instead of waiting unseen and being sent some time later.
      networkMode: 'always',
      // Decision 56: once more at most, within a second.
      retry: (failures, error) => failures < 1 && mayPassByItself(error),
      retryDelay: 600,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/**
 * Reads these again where they are shown. A read under way may have begun before the change, so it starts over: it is
 * canceled first, because TanStack Query never restarts a first read by itself.
 */
export async function refresh(queries: QueryClient, filters: QueryFilters): Promise<void> {
  await queries.cancelQueries(filters)
  await queries.invalidateQueries(filters)
}

/** Out of date, but not read again under the eyes of the person who works with it: the next opening does. */
export function markStale(queries: QueryClient, filters: QueryFilters): void {
  void queries.invalidateQueries({ ...filters, refetchType: 'none' })
}
