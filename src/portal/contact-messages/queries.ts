import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { ignoreNotFound, isFailure } from '#portal/calls/call-failure.ts'
import { type DayRange, instantsOf } from '#portal/days/day-range.ts'
import type { ListState } from '#portal/lists/list-state.ts'
import {
  asPage,
  changePages,
  type PageOf,
  pageQuery,
  rowsPerPage,
  withoutRow,
  withRow,
} from '#portal/lists/page-query.ts'
import { refresh } from '#portal/query-client.ts'
import { unreadKey } from './unread.ts'

type MessageListState = ListState<DayRange>

/** The part of the list's state that is the same on every page. */
export type MessageFilters = Pick<MessageListState, 'search' | 'from' | 'to'>

type FoundPage = PageOf<MessageListState, ContactMessage>

const pages = ['contact-messages', 'page']

/** Messages arrive at any time. */
export const messagePageQuery = (state: MessageListState) =>
  pageQuery({
    key: pages,
    state,
    read: async (signal) => {
      const body = { ...requestOf(state), cursor: state.cursor, limit: rowsPerPage }
      return asPage(await call('POST /contact/search', { body }, { signal }))
    },
    // Each reading leaves an audit row.
    typingPause: 300,
    staleTime: 0,
  })

/** `onProgress` gets the number of messages that are in the file so far. */
export interface MessageExport {
  messages: readonly ContactMessage[]
  filters: MessageFilters
  signal: AbortSignal
  onProgress: (done: number) => void
}

/** The most that the server sends in one. */
const longestPage = 200

/** All messages that match, on all pages; newest first. */
export async function readAllMessages(
  filters: MessageFilters,
  signal: AbortSignal,
): Promise<ContactMessage[]> {
  const messages: ContactMessage[] = []
  let cursor: string | undefined
  do {
    const body = { ...requestOf(filters), cursor, limit: longestPage }
    const page = asPage(await call('POST /contact/search', { body }, { signal }))
    messages.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return messages
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
    onSuccess: (message) => showChange(queries, (page) => withRow(page, message)),
    // Another person has deleted the message.
    onError: (error) => isFailure(error, 'not-found') && showChange(queries),
  })
}

export function useDeleteMessage({ id }: ContactMessage) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /contact/:id', { params: { id } }).catch(ignoreNotFound),
    onSuccess: () => showChange(queries, (page) => withoutRow(page, id)),
  })
}

/** Not awaited: the button is done before the list is read again. */
function showChange(queries: QueryClient, change = (page: FoundPage) => page): void {
  void refresh(queries, { queryKey: pages }, () => changePages(queries, pages, change))
  void refresh(queries, { queryKey: unreadKey })
}
