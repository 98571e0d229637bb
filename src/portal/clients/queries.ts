import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { clientFields } from '#contract/clients/fields.ts'
import type { Client, ClientForm, ClientListItem, ClientSort } from '#contract/clients/schema.ts'
import type { dashboardRanges } from '#contract/clients/statuses.ts'
import { type ClientStatus, clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'
import { call, download } from '#portal/calls/call.ts'
import { acceptIfAlreadySaved, newerRecord } from '#portal/form/conflicts.ts'
import { formValues } from '#portal/form/field-values.tsx'
import type { SendOnce } from '#portal/form/form-draft.ts'
import { hasSameValues } from '#portal/form/form-values.ts'
import {
  type ListSchema,
  type ListState,
  listQuery,
  type PageOf,
  rowsPerPage,
  sortAmong,
} from '#portal/lists/list-state.ts'
import { markStale, refresh } from '#portal/query-client.ts'
import { baseOf } from './client-values.ts'

export type SummaryRange = (typeof dashboardRanges)[number]

export type SimilarTo = Pick<ClientForm, 'firstName' | 'lastName' | 'dateOfBirth'>

export type StatusFilter = ClientStatus | typeof unknownStatus

export interface ClientFilters {
  status: StatusFilter | undefined
  /** Only active clients without a note this week; the status filter does not apply then. */
  notes: typeof missingThisWeek | undefined
  /** Only clients added in the last days, as the dashboard counts them. */
  added: Exclude<SummaryRange, 'all'> | undefined
  /** The column that the list is sorted by, if not by the usual one; `-` reverses it. */
  sort: string | undefined
}

/** The columns that the list can be sorted by. */
export const sortColumns = ['name', 'status', 'lastNote', 'created'] as const

/**
 * The usual order of the list. That of clients without a note is no column's: by the last note or, without any, by the time
 * they were added.
 */
export const usualSort = ({ notes }: Pick<ClientFilters, 'notes'>) => (notes ? undefined : 'name')

/** Days. */
const addedWithin = { last30: 30, last7: 7 } as const

const missingThisWeek = 'missing-this-week'

const statuses: readonly string[] = [...clientStatuses, unknownStatus]

export const clientList: ListSchema<ClientFilters> = {
  filters: {
    status: (text) => (statuses.includes(text ?? '') ? (text as StatusFilter) : undefined),
    notes: (text) => (text === missingThisWeek ? text : undefined),
    added: (text) => (text === 'last30' || text === 'last7' ? text : undefined),
    sort: sortAmong(sortColumns),
  },
  settle: ({ status, notes, ...others }) => ({ status: notes ? undefined : status, notes, ...others }),
}

type ClientListState = ListState<ClientFilters>

export type FoundPage = PageOf<ClientListState, ClientListItem> & { totalIsMinimum: boolean }

/** The beginnings of the query keys. */
export const clientKeys = {
  pages: ['clients', 'page'],
  one: ['clients', 'one'],
  summaries: ['clients', 'summary'],
  withoutNote: ['clients', 'without-note'],
  statusHistory: ['clients', 'status-history'],
  similar: ['clients', 'similar'],
  palette: ['clients', 'palette'],
} as const

/** The address's query for the list of active clients without a note this week. */
export const withoutNoteThisWeek = listQuery({ notes: missingThisWeek })

/** How many clients the dashboard lists in a high window; in others, styles hide the last ones. */
const clientsOnDashboard = 20
/** How many clients the palette shows. */
const clientsInPalette = 8

export const clientQueries = {
  /** The old page is shown until the new one is loaded. */
  page: (state: ClientListState) =>
    queryOptions({
      queryKey: [...clientKeys.pages, state],
      queryFn: async ({ signal }): Promise<FoundPage> => {
        const body = { ...filterOf(state), cursor: state.cursor, limit: rowsPerPage }
        return { ...(await call('POST /clients/search', { body }, { signal })), state }
      },
      placeholderData: keepPreviousData,
    }),

  one: (id: string) =>
    queryOptions({
      queryKey: [...clientKeys.one, id],
      queryFn: ({ signal }) => call('GET /clients/:id', { params: { id } }, { signal }),
      enabled: id !== '',
    }),

  summary: (range: SummaryRange) =>
    queryOptions({
      queryKey: [...clientKeys.summaries, range],
      queryFn: ({ signal }) => call('GET /clients/summary', { query: { range } }, { signal }),
      placeholderData: keepPreviousData,
    }),

  /** Clients for the palette. What was searched for and found is forgotten with it. */
  palette: (search: string) =>
    queryOptions({
      queryKey: [...clientKeys.palette, search],
      queryFn: ({ signal }) =>
        call('POST /clients/search', { body: { search, limit: clientsInPalette } }, { signal }),
      enabled: search !== '',
      placeholderData: keepPreviousData,
      staleTime: 0,
      gcTime: 0,
    }),

  /** Active clients without a note since Monday, the longest without one first, and their total. */
  withoutNote: () =>
    queryOptions({
      queryKey: [...clientKeys.withoutNote, 'dashboard'],
      queryFn: ({ signal }) => {
        const body = { withoutNoteThisWeek: true, limit: clientsOnDashboard }
        return call('POST /clients/search', { body }, { signal })
      },
      // A client about whom a note has just been written must not be listed again.
      staleTime: 0,
    }),

  /** The one after this client. A note changes this client's place, so it is read before that. */
  nextWithoutNote: (id: string) =>
    queryOptions({
      queryKey: [...clientKeys.withoutNote, 'next', id],
      queryFn: async ({ signal }) =>
        (await call('GET /clients/:id/next-without-note', { params: { id } }, { signal })).next,
      staleTime: 0,
    }),

  /** Newest first. */
  statusHistory: (id: string) =>
    queryOptions({
      queryKey: [...clientKeys.statusHistory, id],
      queryFn: ({ signal }) => call('GET /clients/:id/status-history', { params: { id } }, { signal }),
    }),

  /** Only a hint, so a failure is not shown. */
  similar: (person: SimilarTo | undefined) =>
    queryOptions({
      queryKey: [...clientKeys.similar, person],
      queryFn: person
        ? ({ signal }) => call('POST /clients/similar', { body: person }, { signal })
        : skipToken,
      retry: false,
    }),
}

/** The filters of a search, and its order. */
function filterOf({ search, status, notes, added, sort }: ClientListState) {
  const createdSince = added && new Date(Date.now() - addedWithin[added] * millisecondsPerDay).toISOString()
  return {
    search,
    status,
    withoutNoteThisWeek: notes !== undefined,
    createdSince,
    sort: sort as ClientSort | undefined,
  }
}

const millisecondsPerDay = 24 * 60 * 60 * 1000

/** Milliseconds, for 100,000 clients on a slow connection. */
const downloadTimeout = 300_000

/** A CSV file of all clients that a list finds. */
export function downloadClients(list: ClientListState, signal: AbortSignal): Promise<Blob> {
  return download('POST /clients/export', { body: filterOf(list) }, { signal, timeout: downloadTimeout })
}

/** Adds an audit row for a client or their notes on paper. */
export function recordPrint(id: string, screen: 'details' | 'notes'): Promise<void> {
  return call('POST /clients/:id/prints', { params: { id }, body: { screen } })
}

/** The client from a list that was read before, so that the name is shown at once. */
export function useListedClient(id: string): ClientListItem | undefined {
  const pages = useQueryClient().getQueriesData<FoundPage>({ queryKey: clientKeys.pages })
  return pages.flatMap(([, page]) => page?.items ?? []).find((client) => client.id === id)
}

export function useAddClient() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ client: body, once }: { client: ClientForm; once: SendOnce }) =>
      once((idempotencyKey) => call('POST /clients', { body }, { idempotencyKey })),
    // Not awaited: the form is done once the client is stored.
    onSuccess: () => {
      const { pages, summaries, withoutNote, similar } = clientKeys
      for (const queryKey of [pages, summaries, withoutNote]) void refresh(queries, { queryKey })
      void markStale(queries, { queryKey: similar })
    },
  })
}

/** The whole client is sent (docs/specification.md §7); the server takes what can be edited. */
export function useEditClient(client: Client) {
  const { id } = client
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (body: ClientForm & { version: number | undefined }) =>
      acceptIfAlreadySaved(call('PUT /clients/:id', { params: { id }, body }), (newer) =>
        hasSameValues(baseOf(newer).values, formValues(clientFields, body)),
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
 * Replaces the record wherever it is shown (docs/specification.md §7). A list is not read again while a person edits in it: a
 * row that no longer matches would disappear, and focus with it.
 */
export async function showClient(queries: QueryClient, client: Client): Promise<void> {
  const { queryKey } = clientQueries.one(client.id)
  void markStale(queries, { queryKey: clientKeys.pages }, () =>
    queries.setQueriesData<FoundPage>(
      { queryKey: clientKeys.pages },
      (page) => page && { ...page, items: page.items.map((old) => (old.id === client.id ? client : old)) },
    ),
  )
  void refresh(queries, { queryKey: clientKeys.summaries })
  void refresh(queries, { queryKey: clientKeys.withoutNote })
  void refresh(queries, { queryKey: clientQueries.statusHistory(client.id).queryKey })
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, client)
}
