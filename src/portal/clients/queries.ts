import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { clientEndpoints, type dashboardRanges } from '#contract/clients/endpoints.ts'
import type { Client, ClientForm, ClientListItem } from '#contract/clients/schema.ts'
import { call } from '#portal/calls/call.ts'
import { submissionOf } from '#portal/calls/submission.ts'
import { isSame } from '#portal/record-form/form-values.ts'
import { newerRecord, orSavedAlready } from '#portal/record-form/newer-record.ts'
import { type PageAt, rowsPerPage } from '#portal/screen/list-page.ts'
import { draftKey } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { baseOf } from './client-values.ts'
import type { ListAddress } from './list-state.ts'

export type SummaryRange = (typeof dashboardRanges)[number]

export type SimilarTo = Pick<ClientForm, 'firstName' | 'lastName' | 'dateOfBirth'>

export type FoundPage = PageAt<ListAddress, ClientListItem> & { totalIsMinimum: boolean }

export const clientKeys = {
  all: ['clients'],
  pages: ['clients', 'page'],
  page: (address: ListAddress) => ['clients', 'page', address],
  silent: ['clients', 'silent'],
  nextSilent: (id: string) => ['clients', 'next-silent', id],
  summaries: ['clients', 'summary'],
  summary: (range: SummaryRange) => ['clients', 'summary', range],
  one: (id: string) => ['clients', 'one', id],
  statusHistory: (id: string) => ['clients', 'status-history', id],
  similar: (person: SimilarTo | undefined) => ['clients', 'similar', person],
} as const

/** The old page stays in view until the new one is there. */
export function useClientPage(address: ListAddress) {
  return useQuery({
    queryKey: clientKeys.page(address),
    queryFn: ({ signal }) => readPage(address, signal),
    placeholderData: keepPreviousData,
  })
}

async function readPage(address: ListAddress, signal: AbortSignal): Promise<FoundPage> {
  const { search, status, withoutNote, cursor } = address
  const body = { search, status, withoutNoteThisWeek: withoutNote, cursor, limit: rowsPerPage }
  return { ...(await call(clientEndpoints.search, { body }, { signal })), address }
}

/** Active clients without a note this week, the longest silent first: so many of them, and how many there are. */
export async function readSilentClients(limit: number, signal: AbortSignal) {
  return await call(clientEndpoints.search, { body: { withoutNoteThisWeek: true, limit } }, { signal })
}

export function useClientSummary(range: SummaryRange) {
  return useQuery({
    queryKey: clientKeys.summary(range),
    queryFn: ({ signal }) => call(clientEndpoints.summary, { query: { range } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

const clientQuery = (id: string) =>
  queryOptions({
    queryKey: clientKeys.one(id),
    queryFn: ({ signal }) => call(clientEndpoints.get, { params: { id } }, { signal }),
  })

export function useClient(id: string) {
  return useQuery({ ...clientQuery(id), enabled: id !== '' })
}

/** For a dialog that edits: the record as it is now, not as a list has it. */
export function useReadClient(): (id: string) => Promise<Client> {
  const queries = useQueryClient()
  return (id) => queries.fetchQuery({ ...clientQuery(id), staleTime: 0 })
}

/** The client as it was read last, without asking for it. */
export function useKnownClient(id: string): Client | undefined {
  return useQueryClient().getQueryData<Client>(clientKeys.one(id))
}

/** What a list that was read already shows of the client: whoever comes from there sees the name at once. */
export function useListedClient(id: string): ClientListItem | undefined {
  const pages = useQueryClient().getQueriesData<FoundPage>({ queryKey: clientKeys.pages })
  return pages.flatMap(([, page]) => page?.items ?? []).find((client) => client.id === id)
}

/** Newest first. */
export function useStatusHistory(id: string) {
  return useQuery({
    queryKey: clientKeys.statusHistory(id),
    queryFn: ({ signal }) => call(clientEndpoints.statusHistory, { params: { id } }, { signal }),
  })
}

/** Undefined asks for nobody. What can't be found out is not said: adding goes on without the hint. */
export function useSimilarClients(person: SimilarTo | undefined) {
  return useQuery({
    queryKey: clientKeys.similar(person),
    queryFn: person ? ({ signal }) => call(clientEndpoints.similar, { body: person }, { signal }) : skipToken,
    retry: false,
  })
}

export function useAddClient() {
  const queries = useQueryClient()
  const { sub } = useSession()
  const [submit] = useState(() => submissionOf(draftKey(sub, { kind: 'new-client' })))
  return useMutation({
    mutationFn: (body: ClientForm) =>
      submit(body, (idempotencyKey) => call(clientEndpoints.add, { body }, { idempotencyKey })),
    // Not waited for: the client is on record, and whoever opens the form again must not meet them there once more.
    onSuccess: () => void queries.invalidateQueries({ queryKey: clientKeys.all }),
  })
}

/** §7: the whole client is sent, with the edits in it; the server takes what can be edited. */
export function useEditClient(client: Client) {
  const { id } = client
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (body: ClientForm & { version: number | undefined }) =>
      orSavedAlready(call(clientEndpoints.edit, { params: { id }, body }), (newer) =>
        isSame(baseOf(newer).values, body),
      ),
    onSuccess: (client) => showClient(queries, client),
    onError: (error) => {
      const newer = newerRecord<Client>(error)
      return newer && showClient(queries, newer)
    },
  })
  return (edit: ClientForm, version: number | undefined) => mutateAsync({ ...client, ...edit, version })
}

/**
 * The record takes its old self's place wherever it is shown (§7). A list is not read again under the eyes of the
 * person who edits in it: a row that no longer matches would vanish, and focus with it.
 */
async function showClient(queries: QueryClient, client: Client): Promise<void> {
  await queries.cancelQueries({ queryKey: clientKeys.all })
  queries.setQueryData(clientKeys.one(client.id), client)
  queries.setQueriesData<FoundPage>(
    { queryKey: clientKeys.pages },
    (page) => page && { ...page, items: page.items.map((old) => (old.id === client.id ? client : old)) },
  )
  await queries.invalidateQueries({ queryKey: clientKeys.all, refetchType: 'none' })
  void queries.invalidateQueries({ queryKey: clientKeys.summaries })
  void queries.invalidateQueries({ queryKey: clientKeys.statusHistory(client.id) })
}
