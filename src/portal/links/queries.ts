import { queryOptions } from '@tanstack/react-query'
import { call } from '#portal/calls/call.ts'

export type LinkList = 'resources' | 'admin'

export const linkQuery = (list: LinkList) =>
  queryOptions({
    queryKey: ['links', list],
    queryFn: ({ signal }) => call(`GET /links/${list}`, {}, { signal }),
  })
