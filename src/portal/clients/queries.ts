import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useQueryClient,
} from '@tanstack/react-query'
import type { ClientForm, ClientListItem, ClientSort } from '#contract/clients/schema.ts'
import type { dashboardRanges } from '#contract/clients/statuses.ts'
import { clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'
import { call, download } from '#portal/calls/call.ts'
import { among, type ListState, listQuery, sortAmong } from '#portal/lists/list-state.ts'
import { type PageOf, pageQuery, rowsPerPage } from '#portal/lists/page-query.ts'
import { today } from '#portal/screen/dates.ts'
import { serverNow } from '#portal/session/server-clock.ts'

export type SummaryRange = (typeof dashboardRanges)[number]

/** The columns that the list can be sorted by. */
export const sortColumns = ['name', 'status', 'lastNote', 'created'] as const

/** Days. */
const addedWithin = { last30: 30, last7: 7 } as const

const missingThisWeek = 'missing-this-week'

export function readClientFilters(params: URLSearchParams) {
  /** Only active clients without a note this week: the status filter does not apply then. */
  const notes = among([missingThisWeek], params.get('notes'))
  return {
    status: notes ? undefined : among([...clientStatuses, unknownStatus], params.get('status')),
    notes,
    /** Whose clients: 'me', 'nobody' or an employee's id. */
    worker: params.get('worker') || undefined,
    /** Only clients added in the last days, as the dashboard counts them. */
    added: among(['last30', 'last7'], params.get('added')),
    /** Only clients who moved into a home in this period, as the dashboard counts them. */
    movedIn: among(['this-quarter'], params.get('movedIn')),
    /** If not by the default column. */
    sort: sortAmong(sortColumns, params.get('sort')),
  }
}

export type ClientFilters = ReturnType<typeof readClientFilters>

type ClientListState = ListState<ClientFilters>

/**
 * The column by which the list is sorted at first. The order of clients without a note is no column's: by the last note or,
 * without any, by the time they were added.
 */
export const defaultSort = ({ notes }: Pick<ClientFilters, 'notes'>) => (notes ? undefined : 'name')

export type FoundPage = PageOf<ClientListState, ClientListItem> & {
  totalIsMinimum: boolean
  /** Only if a search finds nothing. */
  similar?: ClientListItem[] | undefined
}

/** The beginnings of the query keys. */
export const clientKeys = {
  pages: ['clients', 'page'],
  one: ['clients', 'one'],
  summaries: ['clients', 'summary'],
  withoutNote: ['clients', 'without-note'],
  dueNotes: ['clients', 'without-note', 'dashboard'],
  statusHistory: ['clients', 'status-history'],
  similar: ['clients', 'similar'],
  palette: ['clients', 'palette'],
} as const

/** The address's query for the list of active clients without a note this week. */
export const withoutNoteThisWeek = listQuery({ notes: missingThisWeek })
export const ownWithoutNoteThisWeek = listQuery({ notes: missingThisWeek, worker: 'me' })

/** From its first day to today. */
export function thisQuarter() {
  const to = today()
  const month = Number(to.slice(5, 7))
  const first = month - ((month - 1) % 3)
  return { from: `${to.slice(0, 5)}${String(first).padStart(2, '0')}-01`, to }
}

/** The address's query for the list of clients who moved in this quarter. */
export const movedInThisQuarter = listQuery({ movedIn: 'this-quarter' })

export type SimilarTo = Pick<ClientForm, 'firstName' | 'lastName' | 'dateOfBirth' | 'pmi'>

/** How many clients the dashboard lists; on a phone a style hides all but five. */
const clientsOnDashboard = 12
/** How many clients the palette shows. */
const clientsInPalette = 8

export const clientQueries = {
  page: (state: ClientListState) =>
    pageQuery({
      key: clientKeys.pages,
      state,
      read: (signal) => {
        const body = { ...filterOf(state), cursor: state.cursor, limit: rowsPerPage }
        return call('POST /clients/search', { body }, { signal })
      },
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

  /** Who may be the same person. */
  similar: (person: SimilarTo | undefined) =>
    queryOptions({
      queryKey: [...clientKeys.similar, person],
      queryFn: person
        ? ({ signal }) => call('POST /clients/similar', { body: person }, { signal })
        : skipToken,
      retry: false,
    }),

  /** Active clients without a note since Monday, the longest without one first, and their total. */
  withoutNote: (assignedTo: 'me' | undefined) =>
    queryOptions({
      queryKey: [...clientKeys.dueNotes, assignedTo],
      queryFn: ({ signal }) => {
        const body = { withoutNoteThisWeek: true, assignedTo, limit: clientsOnDashboard }
        return call('POST /clients/search', { body }, { signal })
      },
      // A client about whom a note has just been written must not be listed again.
      staleTime: 0,
    }),

  /** The one after this client. A note changes this client's place, so it is read before that. */
  nextWithoutNote: (id: string, assignedTo: string | undefined, after?: string) =>
    queryOptions({
      queryKey: [...clientKeys.withoutNote, 'next', id, assignedTo, after],
      queryFn: async ({ signal }) => {
        const input = { params: { id }, query: { assignedTo, after } }
        return await call('GET /clients/:id/next-without-note', input, { signal })
      },
      staleTime: 0,
    }),

  /** Newest first. */
  statusHistory: (id: string) =>
    queryOptions({
      queryKey: [...clientKeys.statusHistory, id],
      queryFn: ({ signal }) => call('GET /clients/:id/status-history', { params: { id } }, { signal }),
    }),

  /** How many clients an employee has. */
  caseload: (assignedTo: string) =>
    queryOptions({
      queryKey: [...clientKeys.summaries, 'of', assignedTo],
      queryFn: async ({ signal }) =>
        (await call('GET /clients/summary', { query: { assignedTo } }, { signal })).total,
      staleTime: 0,
    }),
}

/** The filters of a search, and its order. */
function filterOf({ search, status, notes, worker, added, movedIn, sort }: ClientListState) {
  const createdSince =
    added && new Date(serverNow().getTime() - addedWithin[added] * millisecondsPerDay).toISOString()
  const { from, to } = movedIn ? thisQuarter() : {}
  return {
    search,
    status,
    withoutNoteThisWeek: notes !== undefined,
    assignedTo: worker,
    createdSince,
    movedInFrom: from,
    movedInTo: to,
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

/** The clients of all pages that were read before. */
export function listedClients(queries: QueryClient): ClientListItem[] {
  const pages = queries.getQueriesData<FoundPage>({ queryKey: clientKeys.pages })
  return pages.flatMap(([, page]) => [...(page?.items ?? []), ...(page?.similar ?? [])])
}

/** The client from a list that was read before: the name is shown at once. */
export function useListedClient(id: string): ClientListItem | undefined {
  return listedClients(useQueryClient()).find((client) => client.id === id)
}
