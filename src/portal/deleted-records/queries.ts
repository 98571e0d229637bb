import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeletedRecord } from '#contract/deleted-records/endpoints.ts'
import { type DeletableKind, deletableKinds } from '#contract/deleted-records/kinds.ts'
import { call } from '#portal/calls/call.ts'
import { isFailure } from '#portal/calls/call-failure.ts'
import { type ListSchema, type ListState, type PageOf, rowsPerPage } from '#portal/lists/list-state.ts'
import { refresh } from '#portal/query-client.ts'

export interface DeletedFilters {
  kind: DeletableKind | undefined
}

export const deletedList: ListSchema<DeletedFilters> = {
  filters: { kind: (text) => deletableKinds.find((kind) => kind === text) },
}

type DeletedListState = ListState<DeletedFilters>

export type FoundPage = PageOf<DeletedListState, DeletedRecord>

const pages = ['deleted-records']

/** The old page is shown until the new one is loaded. Records are deleted at any time, so a cached page is always stale. */
export const deletedPageQuery = (state: DeletedListState) =>
  queryOptions({
    queryKey: [...pages, state],
    queryFn: async ({ signal }): Promise<FoundPage> => {
      const { kind, cursor } = state
      const query = { kind, cursor, limit: String(rowsPerPage) }
      return { ...(await call('GET /deleted-records', { query }, { signal })), state }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function useRestore() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: DeletedRecord) => call('POST /deleted-records/:id/restore', { params: { id } }),
    // The record can be part of any list or count; only what is shown now is read again at once.
    onSuccess: (_, { id }) =>
      void refresh(queries, {}, () =>
        queries.setQueriesData<FoundPage>({ queryKey: pages }, (page) => page && without(page, id)),
      ),
    // Another person has restored it.
    onError: (error) => isFailure(error, 'not-found') && refresh(queries, { queryKey: pages }),
  })
}

function without(page: FoundPage, id: string): FoundPage {
  const items = page.items.filter((record) => record.id !== id)
  return { ...page, items, total: page.total - (page.items.length - items.length) }
}
