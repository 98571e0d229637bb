import { queryOptions } from '@tanstack/react-query'
import { call } from '#portal/calls/call.ts'

/** Where the user is signed in. Others sign in and out at any time. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /auth/sessions', {}, { signal }),
  staleTime: 0,
})

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call('GET /auth/passkeys', {}, { signal }),
  staleTime: 0,
})

export const twoStepQuery = queryOptions({
  queryKey: ['two-step'],
  queryFn: ({ signal }) => call('GET /auth/two-step', {}, { signal }),
  staleTime: 0,
})

/** Whether the account is linked to one of the organization. Read only where people sign in with them. */
export const organizationQuery = queryOptions({
  queryKey: ['organization-account'],
  queryFn: ({ signal }) => call('GET /auth/organization', {}, { signal }),
  staleTime: 0,
})
