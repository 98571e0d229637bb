import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { ignoreNotFound, isFailure } from '#portal/calls/call-failure.ts'
import { calendarDay, type DayRange, instantsOf } from '#portal/days/day-range.ts'
import {
  asPage,
  type ListSchema,
  type ListState,
  type PageOf,
  rowsPerPage,
} from '#portal/lists/list-state.ts'
import { refresh } from '#portal/query-client.ts'
import { unreadKey } from './unread.ts'

export const messageList: ListSchema<DayRange> = {
  filters: { from: calendarDay, to: calendarDay },
  // Each reading leaves an audit row.
  pause: 300,
}

type MessageListState = ListState<DayRange>

/** The part of the list's state that is the same on every page. */
export type MessageFilters = Pick<MessageListState, 'search' | 'from' | 'to'>

export type FoundPage = PageOf<MessageListState, ContactMessage>

const pages = ['contact-messages', 'page']

/** The old page is shown until the new one is loaded. Messages arrive at any time, so a cached page is always stale. */
export const messagePageQuery = (state: MessageListState) =>
  queryOptions({
    queryKey: [...pages, state],
    queryFn: async ({ signal }): Promise<FoundPage> => {
      const body = { ...requestOf(state), cursor: state.cursor, limit: rowsPerPage }
      return { ...asPage(await call('POST /contact/search', { body }, { signal })), state }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** `onProgress` gets the number of messages that are in the file so far. */
export interface MessageExport {
  messages: readonly ContactMessage[]
  filters: MessageFilters
  signal: AbortSignal
  onProgress: (done: number) => void
}

/** Milliseconds, for thousands of messages on a slow connection. */
const exportTimeout = 120_000

/** All messages that match, on all pages; newest first. */
export async function readAllMessages(
  filters: MessageFilters,
  signal: AbortSignal,
): Promise<ContactMessage[]> {
  const body = requestOf(filters)
  const reply = await call('POST /contact/search', { body }, { signal, timeout: exportTimeout })
  return asPage(reply).items
}

function requestOf({ search, from, to }: MessageFilters) {
  return { search, ...instantsOf({ from, to }) }
}

/** Adds an audit row for the file. */
export function recordMessageExport(kind: 'csv' | 'pdf', count: number): Promise<void> {
  return call('POST /contact/exports', { body: { kind, count } })
}

export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, read }: { id: string; read: boolean }) =>
      call('PUT /contact/:id/read', { params: { id }, body: { read } }),
    onSuccess: (message) => changePages(queries, (page) => withMessage(page, message)),
    // Another person has deleted the message.
    onError: (error) => isFailure(error, 'not-found') && changePages(queries),
  })
}

export function useDeleteMessage({ id }: ContactMessage) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /contact/:id', { params: { id } }).catch(ignoreNotFound),
    onSuccess: () => changePages(queries, (page) => without(page, id)),
  })
}

function without(page: FoundPage, id: string): FoundPage {
  const items = page.items.filter((message) => message.id !== id)
  return { ...page, items, total: page.total - (page.items.length - items.length) }
}

function withMessage(page: FoundPage, message: ContactMessage): FoundPage {
  return { ...page, items: page.items.map((old) => (old.id === message.id ? message : old)) }
}

/** Not awaited: the button is done before the list is read again. */
function changePages(queries: QueryClient, change = (page: FoundPage) => page): void {
  void refresh(queries, { queryKey: pages }, () =>
    queries.setQueriesData<FoundPage>({ queryKey: pages }, (page) => page && change(page)),
  )
  void refresh(queries, { queryKey: unreadKey })
}
