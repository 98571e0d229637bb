import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClientFile } from '#contract/files/endpoints.ts'
import { savedName } from '#contract/files/rules.ts'
import { call, download } from '#portal/calls/call.ts'
import { ignoreNotFound } from '#portal/calls/call-failure.ts'
import { saveFile } from '#portal/downloads/files.ts'
import { acceptIfAlreadySaved } from '#portal/form/conflicts.ts'
import { changesNoRecord, refresh } from '#portal/query-client.ts'

/** Newest first. */
export const filesQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['files', clientId],
    queryFn: ({ signal }) => call('GET /clients/:id/files', { params: { id: clientId } }, { signal }),
  })

/** Milliseconds: 10 MiB over a slow line. */
const timeout = 120_000

async function readContent({ id, type }: ClientFile, signal?: AbortSignal): Promise<Blob> {
  const options = { timeout, ...(signal && { signal }) }
  // The reply has no type, so that no browser shows it by itself.
  return new Blob([await download('GET /files/:id/content', { params: { id } }, options)], { type })
}

/** Kept only while it is shown. */
export const pictureQuery = (file: ClientFile) =>
  queryOptions({
    queryKey: ['file-content', file.id],
    queryFn: ({ signal }) => readContent(file, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Into the browser's downloads. */
export function useSaveFile(file: ClientFile) {
  return useMutation({
    mutationFn: async () => saveFile(await readContent(file), savedName(file)),
    meta: changesNoRecord,
  })
}

/** What a dialog changes of a file. */
export type FileChange = Pick<ClientFile, 'name' | 'paperId'>

export function useRenameFile({ id, clientId }: ClientFile) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ version, ...change }: FileChange & { version: number }) =>
      acceptIfAlreadySaved(
        call('PUT /files/:id', { params: { id }, body: { ...change, version } }),
        ({ name, paperId }) => name === change.name && paperId === change.paperId,
      ),
    onSettled: () => void refresh(queries, filesQuery(clientId)),
  })
}

export function useRemoveFile({ id, clientId }: ClientFile) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /files/:id', { params: { id } }).catch(ignoreNotFound),
    onSettled: () => refresh(queries, filesQuery(clientId)),
  })
}
