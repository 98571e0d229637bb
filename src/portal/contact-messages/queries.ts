import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ContactMessage, contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { isFailure, unlessGone } from '#portal/calls/call-failure.ts'
import { instantsOf } from '#portal/days/day-range.ts'
import { asPage, type PageAt, rowsPerPage } from '#portal/screen/list-page.ts'
import type { ListAddress, ListFilters } from './list-state.ts'
import { unreadKey } from './unread.ts'

export type FoundPage = PageAt<ListAddress, ContactMessage>

const messageKeys = {
  pages: ['contact-messages', 'page'],
  page: (address: ListAddress) => ['contact-messages', 'page', address],
} as const

/** The old page stays in view until the new one is there. Messages arrive by themselves: it is read at each opening. */
export function useMessagePage(address: ListAddress) {
  return useQuery({
    queryKey: messageKeys.page(address),
    queryFn: ({ signal }) => readPage(address, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

async function readPage(address: ListAddress, signal: AbortSignal): Promise<FoundPage> {
  const { cursor } = address
  const body = { ...filtersOf(address), cursor, limit: rowsPerPage }
  return { ...asPage(await call(contactEndpoints.search, { body }, { signal })), address }
}

/** Milliseconds: thousands of messages may come over a slow line. */
const patienceForAll = 120_000

/** All messages that match, on whatever page; newest first. */
export async function readAllMessages(filters: ListFilters, signal: AbortSignal): Promise<ContactMessage[]> {
  const body = filtersOf(filters)
  const reply = await call(contactEndpoints.search, { body }, { signal, patience: patienceForAll })
  return asPage(reply).items
}

function filtersOf({ search, from, to }: ListFilters) {
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
      queries.setQueriesData<FoundPage>({ queryKey: messageKeys.pages }, (page) => page && without(page, id))
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
    { queryKey: messageKeys.pages },
    (page) => page && { ...page, items: page.items.map((old) => (old.id === message.id ? message : old)) },
  )
}

/** A refusal may tell that the list is not true any more. */
function learnFrom(queries: QueryClient, error: unknown): void {
  if (isFailure(error, 'not-found')) readAgain(queries)
}

function readAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: messageKeys.pages })
  void queries.invalidateQueries({ queryKey: unreadKey })
}
