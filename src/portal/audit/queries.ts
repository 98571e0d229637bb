import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { auditEndpoints } from '#contract/audit/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { instantsOf } from '#portal/days/day-range.ts'
import type { TrailAddress } from './list-state.ts'

/** Newest first, a page at a time. Rows arrive by themselves: it is read at each opening. */
export function useTrail(address: TrailAddress) {
  const { search, record, ...days } = address
  return useInfiniteQuery({
    queryKey: ['audit', address],
    queryFn: ({ pageParam: cursor, signal }) => {
      const body = { search, record: record || undefined, ...instantsOf(days), cursor }
      return call(auditEndpoints.search, { body }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
