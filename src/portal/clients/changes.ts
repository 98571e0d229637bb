import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { clientFields } from '#contract/clients/fields.ts'
import type { Client, ClientForm, ClientInput } from '#contract/clients/schema.ts'
import { call } from '#portal/calls/call.ts'
import { CallFailure } from '#portal/calls/call-failure.ts'
import { acceptIfAlreadySaved, newerRecord } from '#portal/form/conflicts.ts'
import { formValues } from '#portal/form/field-values.tsx'
import type { SendOnce } from '#portal/form/form-draft.ts'
import { enteredOnly, type FormBase, hasSameValues } from '#portal/form/form-values.ts'
import { changePages, withRow } from '#portal/lists/page-query.ts'
import { refresh } from '#portal/query-client.ts'
import { clientKeys, clientQueries, type FoundPage } from './queries.ts'

/* Apart from the queries, because the first screens load those. */

/** Adds an audit row for a client's screen on paper. */
export function recordPrint(id: string, screen: 'details' | 'papers' | 'notes'): Promise<void> {
  return call('POST /clients/:id/prints', { params: { id }, body: { screen } })
}

export function useAddClient() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ client, once }: { client: ClientForm; once: SendOnce }) =>
      once((idempotencyKey) => call('POST /clients', { body: enteredOnly(client) }, { idempotencyKey })),
    // Not awaited: the form is done once the client is stored.
    onSuccess: () => {
      const { pages, summaries, withoutNote } = clientKeys
      for (const queryKey of [pages, summaries, withoutNote]) void refresh(queries, { queryKey })
    },
  })
}

/** The whole client is sent (docs/specification.md §7); the server takes what can be edited. */
export function useEditClient(client: Client) {
  const { id } = client
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (body: ClientForm & Partial<ClientInput> & { version: number | undefined }) =>
      acceptIfAlreadySaved(
        call('PUT /clients/:id', { params: { id }, body }),
        (newer) =>
          // The day and the reason of a status are not among the record's values, and would be lost.
          !(body.statusOn || body.statusReason) &&
          hasSameValues(baseOf(newer).values, formValues(clientFields, body)),
      ),
    onSuccess: (client) => showClient(queries, client),
    onError: (error) => {
      const newer = newerRecord<Client>(error)
      return newer && showClient(queries, newer)
    },
  })
  return (edit: ClientForm & Partial<ClientInput>, version: number | undefined) =>
    mutateAsync({ ...client, ...edit, version })
}

interface WorkerChange {
  id: string
  /** The worker that the person saw: nobody takes a client over unnoticed. */
  from: string | null
  to: string | null
}

export async function changeWorker(queries: QueryClient, { id, from, to }: WorkerChange): Promise<void> {
  const client = await queries.fetchQuery({ ...clientQueries.one(id), staleTime: 0 })
  const stored =
    client.assignedTo === from
      ? await call('PUT /clients/:id', {
          params: { id },
          body: { ...(client as ClientForm), assignedTo: to, version: client.version },
        })
      : client
  await showClient(queries, stored)
  if (stored.assignedTo === to) return
  const message = `${stored.assignedToName ?? 'Nobody'} is the worker now.`
  throw new CallFailure({ code: 'version-conflict', message }, 409, true)
}

/**
 * Replaces the record wherever it is shown (docs/specification.md §7). A list that is not loading is not read again while a
 * person edits in it: a row that no longer matches would disappear, and focus with it.
 */
export async function showClient(queries: QueryClient, client: Client): Promise<void> {
  const { queryKey } = clientQueries.one(client.id)
  // Follow-ups go to the new worker with their client.
  if (queries.getQueryData(queryKey)?.assignedTo !== client.assignedTo)
    for (const key of ['follow-ups', 'workers']) void refresh(queries, { queryKey: [key] })
  const { pages } = clientKeys
  void refresh(queries, { queryKey: pages, fetchStatus: 'fetching' }, () =>
    changePages<FoundPage>(queries, pages, (page) => ({
      ...withRow(page, client),
      similar: page.similar?.map((listed) => (listed.id === client.id ? client : listed)),
    })),
  )
  void refresh(queries, { queryKey: clientKeys.summaries })
  void refresh(queries, { queryKey: clientKeys.withoutNote })
  void refresh(queries, { queryKey: clientQueries.statusHistory(client.id).queryKey })
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, client)
}

export type ClientField = keyof ClientForm

/** What the form starts with: empty values, or a record. */
export function baseOf(client: Client | undefined): FormBase<ClientField> {
  return { values: formValues(clientFields, client), version: client?.version }
}
