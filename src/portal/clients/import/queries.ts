import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CheckedImport, ClientImport } from '#contract/clients/import-endpoints.ts'
import {
  type DuplicateChoice,
  fileTooLarge,
  type ImportEncoding,
  type ImportField,
  importLimits,
  type OfficeField,
} from '#contract/clients/import-fields.ts'
import { call } from '#portal/calls/call.ts'
import { changesNoRecord, refresh } from '#portal/query-client.ts'

export type Answer = string | boolean | null

/** What the person has decided; it survives each new check and another file. */
export interface Choices {
  encoding: ImportEncoding | undefined
  columns: Readonly<Record<string, ImportField | null>>
  values: Readonly<Record<string, Readonly<Record<string, Answer>>>>
  office: readonly OfficeField[]
  duplicates: DuplicateChoice
}

export const noChoices: Choices = {
  encoding: undefined,
  columns: {},
  values: {},
  office: [],
  duplicates: 'stop',
}

export interface ChosenFile {
  name: string
  base64: string
}

/** A reason why a file can't even be sent. */
export class UnreadFile extends Error {}

/** Reads the file at once: later it may have been changed, which browsers refuse. */
export async function readChosen(file: File): Promise<ChosenFile> {
  if (file.size > importLimits.bytes) throw new UnreadFile(fileTooLarge)
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () =>
      reject(new UnreadFile('The file could not be read. Close it in other programs and choose it again.'))
    reader.readAsDataURL(file)
  })
  // 'data:text/csv;base64,…'; nothing after the comma, or no comma, for an empty file.
  return { name: file.name, base64: url.split(',')[1] ?? '' }
}

/** Milliseconds: 10,000 rows on a busy server. */
const timeout = 10 * 60_000

interface Sent {
  file: ChosenFile
  choices: Choices
}

function send({ file, choices: { columns, values, office, ...choices } }: Sent, dryRun: boolean) {
  const body = {
    ...choices,
    columns: { ...columns },
    values: { ...values },
    office: [...office],
    file: file.base64,
    dryRun,
  }
  return call('POST /clients/import', { body }, { timeout })
}

export const useCheck = () =>
  useMutation({
    mutationFn: async (sent: Sent) => (await send(sent, true)) as CheckedImport,
    meta: changesNoRecord,
  })

export function useImport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (sent: Sent) => ((await send(sent, false)) as { import: ClientImport }).import,
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
