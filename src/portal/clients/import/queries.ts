import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CheckedImport, ClientImport, ImportChoices } from '#contract/clients/import-endpoints.ts'
import { fileTooLarge, importLimits } from '#contract/clients/import-fields.ts'
import { call } from '#portal/calls/call.ts'
import { newDraftId, type PageDraft } from '#portal/drafts/drafts.ts'
import { changesNoRecord, refresh } from '#portal/query-client.ts'

export const noChoices: ImportChoices = { columns: {}, values: {}, office: [], duplicates: 'stop' }

/** What the person has chosen before, unless another release wrote it differently. The server checks the rest. */
export function keptChoices({ state }: PageDraft): ImportChoices {
  try {
    const kept = JSON.parse(state.content?.values.choices ?? '')
    const objects = [kept.columns, kept.values, ...Object.values(kept.values)]
    const isReadable = objects.every((part) => part instanceof Object) && Array.isArray(kept.office)
    return isReadable ? kept : noChoices
  } catch {
    return noChoices
  }
}

export function keepChoices(draft: PageDraft, choices: ImportChoices): void {
  const id = draft.state.content?.id ?? newDraftId()
  draft.write({ id, values: { choices: JSON.stringify(choices) }, version: null })
}

export interface ChosenFile {
  name: string
  base64: string
}

/** Reads the file at once: later it may have been changed, which browsers refuse. Fails with a sentence for the person. */
export async function readChosen(file: File): Promise<ChosenFile> {
  if (file.size > importLimits.bytes) throw new Error(fileTooLarge)
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () =>
      reject(new Error('The file could not be read. Close it in other programs and choose it again.'))
    reader.readAsDataURL(file)
  })
  // 'data:text/csv;base64,…'; nothing after the comma, or no comma, for an empty file.
  return { name: file.name, base64: url.split(',')[1] ?? '' }
}

/** Milliseconds: 10,000 rows on a busy server. */
const timeout = 10 * 60_000

interface Sent {
  file: ChosenFile
  choices: ImportChoices
}

const send = ({ file, choices }: Sent, dryRun: boolean) =>
  call('POST /clients/import', { body: { ...choices, file: file.base64, dryRun } }, { timeout })

export const useCheck = () =>
  useMutation({
    mutationFn: async (sent: Sent) => (await send(sent, true)) as CheckedImport,
    meta: changesNoRecord,
  })

/** `onImported` is called even if the screen has been left. */
export function useImport(onImported: (made: ClientImport) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (sent: Sent) => ((await send(sent, false)) as { import: ClientImport }).import,
    onSuccess: onImported,
    onSettled: () => void refresh(queries, { queryKey: importsQuery.queryKey }),
  })
}

export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => call('GET /clients/imports', {}, { signal }),
  staleTime: 0,
})

export function useUndo({ id }: ClientImport) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /clients/imports/:id', { params: { id } }, { timeout }),
    onSettled: () => void refresh(queries, { queryKey: importsQuery.queryKey }),
  })
}
