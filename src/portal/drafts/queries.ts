import { queryOptions } from '@tanstack/react-query'
import { loadDrafts } from './drafts.ts'

/** Loaded once for each page, and again when the person comes back to it. */
export const draftsQuery = queryOptions({
  queryKey: ['drafts'],
  queryFn: loadDrafts,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnMount: false,
  refetchOnWindowFocus: true,
})
