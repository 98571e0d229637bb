import { QueryClient } from '@tanstack/react-query'
import { mayPassByItself } from './session/call-failure.ts'

/**
 * What was read stays fresh for half a minute, so that going to and fro asks nothing again. `always`: without a
 * network a call fails and says so, instead of waiting unseen and being sent some time later.
 */
export const queryClient = new QueryClient({
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
