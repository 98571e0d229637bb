import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type ContactMessage, contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { isFailure, unlessGone } from '#portal/calls/call-failure.ts'
import { calendarDay, type DayRange, instantsOf } from '#portal/days/day-range.ts'
import { freshFor } from '#portal/query-client.ts'
import { asPage, type ListSchema, type ListState, rowsPerPage } from '#portal/screen/list-state.ts'
import type { PageOf } from '#portal/screen/page-turning.tsx'
import { unreadKey } from './unread.ts'

export const messageList: ListSchema<DayRange> = {
  filters: { from: calendarDay, to: calendarDay },
  // Each reading leaves an audit row.
  pause: 300,
}

type MessageListState = ListState<DayRange>

/** Which messages: what of the list's state is the same on every page. */
export type MessageFilters = Pick<MessageListState, 'search' | 'from' | 'to'>

export type FoundPage = PageOf<MessageListState, ContactMessage>

const pages = ['contact-messages', 'page']

/** The old page stays in view until the new one is there. Messages arrive by themselves. */
export const messagePageQuery = (state: MessageListState) =>
  queryOptions({
    queryKey: [...pages, state],
    queryFn: async ({ signal }): Promise<FoundPage> => {
      const body = { ...requestOf(state), cursor: state.cursor, limit: rowsPerPage }
      return { ...asPage(await call(contactEndpoints.search, { body }, { signal })), state }
    },
    placeholderData: keepPreviousData,
    staleTime: freshFor.oneOpening,
  })

/** What makes a file is given. `onProgress` says how many messages stand in it so far. */
export interface ExportOrder {
  messages: readonly ContactMessage[]
  filters: MessageFilters
  signal: AbortSignal
  onProgress: (done: number) => void
}

/** Milliseconds: thousands of messages may come over a slow line. */
const patienceForAll = 120_000

/** All messages that match, on whatever page, as they are now; newest first. */
export async function readAllMessages(
  filters: MessageFilters,
  signal: AbortSignal,
): Promise<ContactMessage[]> {
  const body = requestOf(filters)
  const reply = await call(contactEndpoints.search, { body }, { signal, patience: patienceForAll })
  return asPage(reply).items
}

function requestOf({ search, from, to }: MessageFilters) {
  return { search, ...instantsOf({ from, to }) }
}

/** Leaves an audit row of the file. */
export function recordMessageExport(kind: 'csv' | 'pdf', count: number): Promise<void> {
  return call(contactEndpoints.recordExport, { body: { kind, count } })
}

export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, read }: { id: string; read: boolean }) =>
      call(contactEndpoints.markRead, { params: { id }, body: { read } }),
    onSuccess: (message) => {
      showMessage(queries, message)
      void queries.invalidateQueries({ queryKey: unreadKey })
    },
    onError: (error) => learnFrom(queries, error),
  })
}

export function useDeleteMessage({ id }: ContactMessage) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(contactEndpoints.remove, { params: { id } }).catch(unlessGone),
    onSuccess: () => {
      queries.setQueriesData<FoundPage>({ queryKey: pages }, (page) => page && without(page, id))
      readAgain(queries)
    },
  })
}

function without(page: FoundPage, id: string): FoundPage {
  const items = page.items.filter((message) => message.id !== id)
  return { ...page, items, total: page.total - (page.items.length - items.length) }
}

function showMessage(queries: QueryClient, message: ContactMessage): void {
  queries.setQueriesData<FoundPage>(
    { queryKey: pages },
    (page) => page && { ...page, items: page.items.map((old) => (old.id === message.id ? message : old)) },
  )
}

/** A refusal may tell that the list is not true any more. */
function learnFrom(queries: QueryClient, error: unknown): void {
  if (isFailure(error, 'not-found')) readAgain(queries)
}

function readAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: pages })
  void queries.invalidateQueries({ queryKey: unreadKey })
}
