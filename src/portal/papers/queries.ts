import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Paper, PaperEdit, PaperInput } from '#contract/papers/endpoints.ts'
import { paperFields } from '#contract/papers/fields.ts'
import { call } from '#portal/calls/call.ts'
import { acceptIfAlreadySaved } from '#portal/form/conflicts.ts'
import { formValues } from '#portal/form/field-values.tsx'
import type { SendOnce } from '#portal/form/form-draft.ts'
import { hasSameValues } from '#portal/form/form-values.ts'
import { refresh } from '#portal/query-client.ts'

const paperKeys = { all: ['papers'] } as const

export const paperQueries = {
  ofClient: (clientId: string) =>
    queryOptions({
      queryKey: [...paperKeys.all, clientId],
      queryFn: ({ signal }) => call('GET /clients/:id/papers', { params: { id: clientId } }, { signal }),
    }),
}

function showChange(queries: QueryClient): void {
  void refresh(queries, { queryKey: paperKeys.all })
  void refresh(queries, { queryKey: ['due'] })
}

export function useAddPaper(clientId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ values, once }: { values: PaperInput; once: SendOnce }) =>
      once((idempotencyKey) =>
        call('POST /clients/:id/papers', { params: { id: clientId }, body: values }, { idempotencyKey }),
      ),
    onSuccess: () => showChange(queries),
  })
}

/** `version` is the one that was edited. */
export function useEditPaper(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PaperEdit) =>
      acceptIfAlreadySaved(call('PUT /papers/:id', { params: { id }, body }), (newer: Paper) =>
        hasSameValues(formValues(paperFields, newer), formValues(paperFields, body)),
      ),
    onSettled: () => showChange(queries),
  })
}
