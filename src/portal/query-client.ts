import { QueryCache, QueryClient } from '@tanstack/react-query'
import { mayPassByItself } from './calls/call-failure.ts'

/**
 * What was read stays fresh for half a minute, so that going to and fro asks nothing again. `always`: without a
 * network a call fails and says so, instead of waiting unseen and being sent some time later.
 */
export const queryClient = new QueryClient({
  // §8: failed loads are logged, too. Only the sentence: consoles are read over shoulders.
  queryCache: new QueryCache({ onError: ({ message }) => console.error(`Could not be loaded: ${message}`) }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnReconnect: false,
      // Decision 56: once more at most, within a second.
      retry: (failures, error) => failures < 1 && mayPassByItself(error),
      retryDelay: 600,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
