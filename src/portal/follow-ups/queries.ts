import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { followUpFields } from '#contract/follow-ups/fields.ts'
import type { FollowUp, FollowUpInput } from '#contract/follow-ups/schema.ts'
import { call } from '#portal/calls/call.ts'
import { discardDrafts } from '#portal/drafts/drafts.ts'
import { acceptIfAlreadySaved } from '#portal/form/conflicts.ts'
import { formValues } from '#portal/form/field-values.tsx'
import type { SendOnce } from '#portal/form/form-draft.ts'
import { hasSameValues } from '#portal/form/form-values.ts'
import { refresh } from '#portal/query-client.ts'

/** How many are due on the dashboard at once. */
const shownAtOnce = 50

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

function showChange(queries: QueryClient): void {
  void refresh(queries, { queryKey: followUpKeys.all })
  void refresh(queries, { queryKey: ['workers', 'workloads'] })
}

export type FollowUpValues = Pick<FollowUpInput, 'on' | 'what' | 'assignedTo'>

export function useAddFollowUp(clientId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ values, once }: { values: FollowUpValues; once: SendOnce }) =>
      once((idempotencyKey) =>
        call('POST /clients/:id/follow-ups', { params: { id: clientId }, body: values }, { idempotencyKey }),
      ),
    onSuccess: () => showChange(queries),
  })
}

/** `version` is the one that was edited. */
export function useEditFollowUp(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: FollowUpValues & { version: number | undefined }) =>
      acceptIfAlreadySaved(call('PUT /follow-ups/:id', { params: { id }, body }), (newer: FollowUp) =>
        hasSameValues(formValues(followUpFields, newer), formValues(followUpFields, body)),
      ),
    onSettled: () => showChange(queries),
  })
}

/** Marks it as done, or open again. */
export function useFinishFollowUp(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (done: boolean) => call('PUT /follow-ups/:id', { params: { id }, body: { done } }),
    // An edit that was begun can't be continued once it is done.
    onSuccess: ({ clientId }, done) => done && discardDrafts(queries, `edit-follow-up:${clientId}:${id}`),
    onSettled: () => showChange(queries),
  })
}
