import { MutationCache, QueryCache, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { isTransient } from './calls/call-failure.ts'

/** For mutations after which every list still shows what is stored. */
export const changesNoRecord = { changesNoRecord: true } as const

/**
 * Reading records leaves audit rows, so nothing is read unless the user asks for it: not when the window gets focus, nor when the
 * network comes back. A query is read when a screen that shows it opens, unless its data is fresh. Queries that change by
 * themselves, or are printed or exported, have a `staleTime` of 0. A change can be part of any list, count or history: after
 * one, successful or not, no data is fresh. What it makes out of date and may be shown at that moment, also on the screen that
 * the person went on to, is read again with `refresh`.
 */
export function newQueryClient(): QueryClient {
  const mutationCache = new MutationCache({
    onSettled(_data, _error, _variables, _result, { meta }, { client }) {
      if (!meta?.changesNoRecord) void client.invalidateQueries({ refetchType: 'none' })
    },
  })
  return new QueryClient({
    // Only the message (docs/specification.md §8): a console must not hold data about clients.
    queryCache: new QueryCache({
      onError: ({ message }) => console.error(`Could not be loaded: ${message}`),
    }),
    mutationCache,
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
}

export const queryClient = newQueryClient()

/**
 * Call after a change: reads these queries again where they are shown. Requests in flight may have started before the
 * change, so they are canceled first; canceling later would undo what `show` puts in place of the known data.
 */
export async function refresh(queries: QueryClient, filters: QueryFilters, show?: () => void): Promise<void> {
  // Canceling changes which queries a filter by `fetchStatus` finds.
  const found = queries.getQueryCache().findAll(filters)
  const same: QueryFilters = { predicate: (query) => found.includes(query) }
  await queries.cancelQueries(same)
  show?.()
  await queries.invalidateQueries(same)
}
