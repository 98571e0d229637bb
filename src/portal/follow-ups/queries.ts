import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#portal/calls/call.ts'
import { refresh } from '#portal/query-client.ts'

/** How many are due on the dashboard at once. */
const shownAtOnce = 50

/** Of the panel's address: the follow-up whose outcome the note describes. */
export const outcomeParameter = 'outcome-of'

export const followUpKeys = { all: ['follow-ups'] } as const

export const followUpQueries = {
  /** Of a client, by date. */
  ofClient: (clientId: string, open: boolean) =>
    queryOptions({
      queryKey: [...followUpKeys.all, clientId, open],
      queryFn: ({ signal }) =>
        call('POST /follow-ups/search', { body: { clientId, open, limit: 200 } }, { signal }),
    }),

  /** Of an employee ('me' or an id) until a day, by date. */
  due: (assignedTo: string, until: string) =>
    queryOptions({
      queryKey: [...followUpKeys.all, 'due', assignedTo, until],
      queryFn: ({ signal }) =>
        call('POST /follow-ups/search', { body: { assignedTo, until, limit: shownAtOnce } }, { signal }),
      staleTime: 0,
    }),
}

/** Marks it as done, or open again. */
export function useFinishFollowUp(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (done: boolean) => call('PUT /follow-ups/:id', { params: { id }, body: { done } }),
    onSettled: () => {
      for (const queryKey of [followUpKeys.all, ['workers', 'workloads']]) void refresh(queries, { queryKey })
    },
  })
}
