import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeletedRecord } from '#contract/deleted-records/endpoints.ts'
import { deletableKinds } from '#contract/deleted-records/kinds.ts'
import { call } from '#portal/calls/call.ts'
import { isFailure } from '#portal/calls/call-failure.ts'
import { among, type ListState } from '#portal/lists/list-state.ts'
import { changePages, type PageOf, pageQuery, rowsPerPage, withoutRow } from '#portal/lists/page-query.ts'
import { refresh } from '#portal/query-client.ts'

export const readDeletedFilters = (params: URLSearchParams) => ({
  kind: among(deletableKinds, params.get('kind')),
})

export type DeletedFilters = ReturnType<typeof readDeletedFilters>

type DeletedListState = ListState<DeletedFilters>

type FoundPage = PageOf<DeletedListState, DeletedRecord>

const pages = ['deleted-records']

/** Records are deleted at any time. */
export const deletedPageQuery = (state: DeletedListState) =>
  pageQuery({
    key: pages,
    state,
    read: (signal) => {
      const { kind, cursor } = state
      return call('GET /deleted-records', { query: { kind, cursor, limit: String(rowsPerPage) } }, { signal })
    },
    staleTime: 0,
  })

export function useRestore({ id }: DeletedRecord) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /deleted-records/:id/restore', { params: { id } }),
    // The record can be part of any list or count; only what is shown now is read again at once.
    onSuccess: () =>
      void refresh(queries, {}, () => changePages<FoundPage>(queries, pages, (page) => withoutRow(page, id))),
    // Another person has restored it.
    onError: (error) => isFailure(error, 'not-found') && refresh(queries, { queryKey: pages }),
  })
}
