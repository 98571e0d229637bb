import { useQuery } from '@tanstack/react-query'
import { linkEndpoints } from '#contract/links/endpoints.ts'
import { call } from '#portal/calls/call.ts'

export type LinkList = keyof typeof linkEndpoints

export function useLinks(list: LinkList) {
  return useQuery({
    queryKey: ['links', list],
    queryFn: ({ signal }) => call(linkEndpoints[list], {}, { signal }),
  })
}
