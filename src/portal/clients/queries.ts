import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { clientEndpoints, type dashboardRanges } from '#contract/clients/endpoints.ts'
import type { Client, ClientForm, ClientListItem } from '#contract/clients/schema.ts'
import { type ClientStatus, clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'
import { call } from '#portal/calls/call.ts'
import { submissionOf } from '#portal/calls/submission.ts'
import { freshFor, markStale, refresh } from '#portal/query-client.ts'
import { isSame } from '#portal/record-form/form-values.ts'
import { newerRecord, orSavedAlready } from '#portal/record-form/newer-record.ts'
import { type ListSchema, type ListState, rowsPerPage } from '#portal/screen/list-state.ts'
import type { PageOf } from '#portal/screen/page-turning.tsx'
import { draftKey } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { baseOf } from './client-values.ts'

export type SummaryRange = (typeof dashboardRanges)[number]

export type SimilarTo = Pick<ClientForm, 'firstName' | 'lastName' | 'dateOfBirth'>

export type StatusFilter = ClientStatus | typeof unknownStatus

export interface ClientFilters {
  status: StatusFilter | undefined
  /** Only active clients without a note this week; the status has no say then. */
  notes: typeof missingThisWeek | undefined
}

const missingThisWeek = 'missing-this-week'

const statuses: readonly string[] = [...clientStatuses, unknownStatus]

export const clientList: ListSchema<ClientFilters> = {
  filters: {
    status: (text) => (statuses.includes(text ?? '') ? (text as StatusFilter) : undefined),
    notes: (text) => (text === missingThisWeek ? text : undefined),
  },
  settle: ({ status, notes }) => ({ status: notes ? undefined : status, notes }),
}

export type ClientListState = ListState<ClientFilters>

export type FoundPage = PageOf<ClientListState, ClientListItem> & { totalIsMinimum: boolean }

/** What each key begins with, for all that begins so. */
export const clientKeys = {
  pages: ['clients', 'page'],
  one: ['clients', 'one'],
  summaries: ['clients', 'summary'],
  /** Who has no note this week, for the dashboard and for the way from one to the next. */
  withoutNote: ['clients', 'without-note'],
  statusHistory: ['clients', 'status-history'],
  similar: ['clients', 'similar'],
} as const

/** How many clients the dashboard names; the list has them all. */
const namedClients = 5

export const clientQueries = {
  /** The old page stays in view until the new one is there. */
  page: (state: ClientListState) =>
    queryOptions({
      queryKey: [...clientKeys.pages, state],
      queryFn: async ({ signal }): Promise<FoundPage> => {
        const { search, status, notes, cursor } = state
        const body = { search, status, withoutNoteThisWeek: notes !== undefined, cursor, limit: rowsPerPage }
        return { ...(await call(clientEndpoints.search, { body }, { signal })), state }
      },
      placeholderData: keepPreviousData,
    }),

  one: (id: string) =>
    queryOptions({
      queryKey: [...clientKeys.one, id],
      queryFn: ({ signal }) => call(clientEndpoints.get, { params: { id } }, { signal }),
      enabled: id !== '',
    }),

  summary: (range: SummaryRange) =>
    queryOptions({
      queryKey: [...clientKeys.summaries, range],
      queryFn: ({ signal }) => call(clientEndpoints.summary, { query: { range } }, { signal }),
      placeholderData: keepPreviousData,
    }),

  /** Active clients without a note since Monday, the longest without one first, and how many there are in all. */
  withoutNote: () =>
    queryOptions({
      queryKey: [...clientKeys.withoutNote, 'dashboard'],
      queryFn: ({ signal }) => readWithoutNote(namedClients, signal),
      // Whoever comes back from writing a note doesn't find that client here again.
      staleTime: freshFor.oneOpening,
    }),

  /** The first of them, other than the one just written about. */
  nextWithoutNote: (clientId: string) =>
    queryOptions({
      queryKey: [...clientKeys.withoutNote, 'next', clientId],
      queryFn: async ({ signal }) => {
        const { items } = await readWithoutNote(2, signal)
        return items.find(({ id }) => id !== clientId) ?? null
      },
      staleTime: freshFor.oneOpening,
    }),

  /** Newest first. */
  statusHistory: (id: string) =>
    queryOptions({
      queryKey: [...clientKeys.statusHistory, id],
      queryFn: ({ signal }) => call(clientEndpoints.statusHistory, { params: { id } }, { signal }),
    }),

  /** Undefined asks for nobody. What can't be found out is not said: adding goes on without the hint. */
  similar: (person: SimilarTo | undefined) =>
    queryOptions({
      queryKey: [...clientKeys.similar, person],
      queryFn: person
        ? ({ signal }) => call(clientEndpoints.similar, { body: person }, { signal })
        : skipToken,
      retry: false,
    }),
}

function readWithoutNote(limit: number, signal: AbortSignal) {
  return call(clientEndpoints.search, { body: { withoutNoteThisWeek: true, limit } }, { signal })
}

/** What a list that was read already shows of the client: whoever comes from there sees the name at once. */
export function useListedClient(id: string): ClientListItem | undefined {
  const pages = useQueryClient().getQueriesData<FoundPage>({ queryKey: clientKeys.pages })
  return pages.flatMap(([, page]) => page?.items ?? []).find((client) => client.id === id)
}

export function useAddClient() {
  const queries = useQueryClient()
  const { sub } = useSession()
  const [submit] = useState(() => submissionOf(draftKey(sub, { kind: 'new-client' })))
  return useMutation({
    mutationFn: (body: ClientForm) =>
      submit(body, (idempotencyKey) => call(clientEndpoints.add, { body }, { idempotencyKey })),
    // Not waited for: the client is on record, and whoever opens the form again must not meet them there once more.
    onSuccess: () => {
      const { pages, summaries, withoutNote, similar } = clientKeys
      for (const queryKey of [pages, summaries, withoutNote]) void refresh(queries, { queryKey })
      markStale(queries, { queryKey: similar })
    },
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
export async function showClient(queries: QueryClient, client: Client): Promise<void> {
  const { queryKey } = clientQueries.one(client.id)
  const listsUnderWay = queries
    .getQueryCache()
    .findAll({ queryKey: clientKeys.pages, fetchStatus: 'fetching' })
  // What is being read may be from before the save.
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, client)
  queries.setQueriesData<FoundPage>(
    { queryKey: clientKeys.pages },
    (page) => page && { ...page, items: page.items.map((old) => (old.id === client.id ? client : old)) },
  )
  markStale(queries, { queryKey: clientKeys.pages })
  void refresh(queries, { predicate: (query) => listsUnderWay.some((list) => list === query) })
  void refresh(queries, { queryKey: clientKeys.summaries })
  void refresh(queries, { queryKey: clientKeys.withoutNote })
  void refresh(queries, { queryKey: clientQueries.statusHistory(client.id).queryKey })
}
