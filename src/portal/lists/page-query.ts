import { keepPreviousData, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'

/** How many rows a page of a list holds. */
export const rowsPerPage = 50

/** A list with a limit replies with a page, one without a limit with an array. */
interface Page<Row> {
  items: Row[]
  total: number
  /** Whether there are more than that. */
  totalIsMinimum?: boolean
  nextCursor: string | null
}

/** A page, and the list state that it was read for, which the list has left while the next page is loading. */
export type PageOf<State, Row> = Page<Row> & { state: State }

export function asPage<Row>(reply: Row[] | Page<Row>): Page<Row> {
  return Array.isArray(reply) ? { items: reply, total: reply.length, nextCursor: null } : reply
}

/** A page of rows that the server sends all at once; a page after the last one is the last one. */
export function pageOfAll<State, Row>(
  { items: all, state }: PageOf<State, Row>,
  page: number,
  perPage: number,
): PageOf<State & { page: number }, Row> {
  const last = Math.max(1, Math.ceil(all.length / perPage))
  const current = Math.min(page, last)
  return {
    items: all.slice((current - 1) * perPage, current * perPage),
    total: all.length,
    nextCursor: current < last ? String(current + 1) : null,
    state: { ...state, page: current },
  }
}

interface PageQuery<State, Found> {
  /** Begins the query keys of all pages of the list. */
  key: QueryKey
  state: State
  read: (signal: AbortSignal) => Promise<Found>
  /** Milliseconds between two letters that are searched for together. */
  typingPause?: number
  /** 0 if others change the rows at any time: a page that was read before is then read again when it is shown. */
  staleTime?: number
}

/** A page of a list. The page before is shown until it is loaded. */
export function pageQuery<State extends { search: string }, Found>({
  key,
  state,
  read,
  typingPause = 40,
  staleTime,
}: PageQuery<State, Found>) {
  return queryOptions({
    queryKey: [...key, state],
    queryFn: async ({ signal }): Promise<Found & { state: State }> => {
      await pauseTyping(state.search, typingPause, signal)
      return { ...(await read(signal)), state }
    },
    placeholderData: keepPreviousData,
    ...(staleTime !== undefined && { staleTime }),
  })
}

let lastSearch = { text: '', at: 0 }

/** The first letter is searched for at once, those that follow quickly once typing pauses: each aborts the search before it. */
async function pauseTyping(text: string, pause: number, signal: AbortSignal): Promise<void> {
  if (text === lastSearch.text) return
  const sinceLast = Date.now() - lastSearch.at
  lastSearch = { text, at: Date.now() }
  if (sinceLast > pause) return
  await new Promise((resolve) => setTimeout(resolve, pause))
  signal.throwIfAborted()
}

/** Changes the pages that were read, wherever they are shown. */
export function changePages<Found>(
  queries: QueryClient,
  key: QueryKey,
  change: (page: Found) => Found,
): void {
  queries.setQueriesData<Found>({ queryKey: key }, (page) => page && change(page))
}

interface Rows {
  items: { id: string }[]
  total: number
}

export function withRow<Found extends Rows>(page: Found, row: Found['items'][number]): Found {
  return { ...page, items: page.items.map((old) => (old.id === row.id ? row : old)) }
}

export function withoutRow<Found extends Rows>(page: Found, id: string): Found {
  const items = page.items.filter((row) => row.id !== id)
  return { ...page, items, total: page.total - (page.items.length - items.length) }
}
