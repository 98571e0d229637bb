import { queryOptions } from '@tanstack/react-query'
import { linkEndpoints } from '#contract/links/endpoints.ts'
import { call } from '#portal/calls/call.ts'

export type LinkList = keyof typeof linkEndpoints

export const linkQuery = (list: LinkList) =>
  queryOptions({
    queryKey: ['links', list],
    queryFn: ({ signal }) => call(linkEndpoints[list], {}, { signal }),
  })
