import { queryOptions } from '@tanstack/react-query'
import { call } from '#portal/calls/call.ts'

/** Where the user is signed in. Others sign in and out at any time. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /auth/sessions', {}, { signal }),
  staleTime: 0,
})

export const twoStepQuery = queryOptions({
  queryKey: ['two-step'],
  queryFn: ({ signal }) => call('GET /auth/two-step', {}, { signal }),
  staleTime: 0,
})
