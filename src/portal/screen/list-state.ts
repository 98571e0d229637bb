import { useEffect, useReducer, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { searchLimit } from '#contract/lengths.ts'
import { scrollToTop } from './arrival-focus.ts'

/** How many rows a page of a list holds. */
export const rowsPerPage = 50

/** What can narrow a list beside the search, each by how its value is read from the address; nonsense reads as undefined. */
export interface ListSchema<Filters> {
  filters: { [Name in keyof Filters]: (text: string | null) => Filters[Name] }
  /** How pages are told apart; by default with the server's cursor. */
  pages?: 'by cursor' | 'by number'
  /** Milliseconds after the last letter until the list is read. */
  pause?: number
  /** Drops filters that make no sense together. */
  settle?: (filters: Filters) => Filters
}

/** What of a list is shown. */
export type ListState<Filters> = Filters & {
  search: string
  /** Where the server goes on; undefined on the first page. */
  cursor: string | undefined
  /** Counted from 1. */
  page: number
}

const firstPage = { cursor: undefined, page: 1 }

/** What the address says; the search is never in it, so that no name is kept in the browser's history. */
export function readListState<Filters>(
  { filters, pages, settle = (read) => read }: ListSchema<Filters>,
  params: URLSearchParams,
): ListState<Filters> {
  const names = Object.keys(filters) as (keyof Filters & string)[]
  const read = Object.fromEntries(names.map((name) => [name, filters[name](params.get(name))])) as Filters
  const cursor = params.get('cursor') || undefined
  const page = Number(params.get('page'))
  // A page without its cursor makes no sense, nor does a cursor without its page.
  const isLater = Number.isSafeInteger(page) && page > 1 && (pages === 'by number' || cursor !== undefined)
  return { ...settle(read), search: '', ...(isLater ? { cursor, page } : firstPage) }
}

/** The part of an address after '?' for this state: empty for the whole list on its first page. */
export function listQuery(state: object): string {
  const { search: _, page, ...rest } = state as Record<string, unknown>
  const parts = Object.entries({ ...rest, page: page === 1 ? undefined : page })
  return new URLSearchParams(
    parts.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
}

/** Whether this state shows less than the whole list, on whatever page. */
export function isNarrowed(state: object): boolean {
  const { cursor: _, page: __, ...narrowing } = state as Record<string, unknown>
  return Object.values(narrowing).some(Boolean)
}

/** As servers take it: without control characters, blanks too many, and the half of a character that a cut would leave. */
export function cleanSearch(text: string, limit = searchLimit): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limit)
    .replace(/\p{Cs}/gu, '')
}

/**
 * Cursors only lead forward. The way back is a trail in the history entry: the cursor of each earlier page, null for the
 * first. History entries can hold anything: a trail that does not fit the page is none.
 */
export function readTrail(entryState: unknown, page: number): (string | null)[] {
  const trail = (entryState as { trail?: unknown } | null)?.trail
  if (!Array.isArray(trail) || trail.length !== page - 1) return []
  return trail.every((cursor) => cursor === null || typeof cursor === 'string') ? trail : []
}

/** Without a trail, as on a page that somebody else shared, the way back is the first page. */
export function pageBefore(page: number, trail: readonly (string | null)[]) {
  const cursor = trail.at(-1)
  return cursor ? { cursor, page: page - 1, trail: trail.slice(0, -1) } : { ...firstPage, trail: [] }
}

/** What was typed into the searches of lists, by the key of the history entry. A reload forgets it. */
const typedTexts = new Map<string, string>()

interface Entry {
  key: string
  query: string
  state: unknown
}

interface Going {
  typed?: string
  trail?: (string | null)[]
  replace?: boolean
  toTop?: boolean
  /** As somebody types: what is read follows after a pause. */
  debounce?: boolean
}

/** As React Router names it. It is ahead of `useLocation()` while the router has yet to draw. */
const currentKey = (): string => window.history.state?.key ?? 'default'

/** The state of a list: filters and page are in the address, what is typed into the search is in memory. */
export function useListState<Filters extends object>(schema: ListSchema<Filters>) {
  const { pathname, search: query, state: entryState, key } = useLocation()
  const navigate = useNavigate()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [target, setTarget] = useState<Entry>()
  // The router draws in a transition; a choice has to be seen at once.
  const isAhead = target && target.key !== key && target.key === currentKey()
  const entry = isAhead ? target : { key, query, state: entryState }
  const typed = typedTexts.get(entry.key) ?? ''
  const state = readEntry(schema, entry, cleanSearch(typed))
  const [debounced, setDebounced] = useState({ key: entry.key, state })
  if (debounced.key !== entry.key) setDebounced({ key: entry.key, state })
  const text = JSON.stringify(state)
  const isDebounced = text === JSON.stringify(debounced.state)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause begins with each letter, not with each render
  useEffect(() => {
    if (isDebounced) return
    const timer = setTimeout(() => setDebounced({ key: entry.key, state }), schema.pause ?? 80)
    return () => clearTimeout(timer)
  }, [text, isDebounced])

  // Back before the router has drawn the entry that was gone to changes nothing for the router.
  useEffect(() => {
    addEventListener('popstate', redraw)
    return () => removeEventListener('popstate', redraw)
  }, [])

  function goTo(next: ListState<Filters>, going: Going = {}) {
    // The list is still drawn while the screen that it was left for is loading.
    if (window.location.pathname !== pathname) return
    const { typed: text = typed, trail, replace, toTop, debounce } = going
    const query = listQuery(next)
    const remembered = { trail, searched: cleanSearch(text) !== '' }
    navigate({ pathname, search: query }, { state: remembered, replace })
    const key = currentKey()
    typedTexts.set(key, text)
    setTarget({ key, query, state: remembered })
    if (debounce) setDebounced((old) => ({ ...old, key }))
    if (toTop) scrollToTop()
  }

  const trail = readTrail(entry.state, state.page)

  return {
    state,
    /** What to read: it follows typing after a pause, and anything else at once. */
    debounced: debounced.state,
    isDebounced,
    /** As it stands in the search box, blanks at its end too. */
    typed,
    isNarrowed: isNarrowed(state),
    /** Typing adds no step to the history; what it changes in the address, such as the page, is replaced. */
    type(text: string) {
      const next = { ...state, ...firstPage }
      if (listQuery(next) !== new URLSearchParams(entry.query).toString())
        return goTo(next, { typed: text, replace: true, debounce: true })
      typedTexts.set(entry.key, text)
      redraw()
    },
    /** A list that is narrowed otherwise begins on its first page. */
    narrow: (change: Partial<Filters>) => goTo({ ...state, ...change, ...firstPage }),
    clearFilters: () => goTo(readListState(schema, new URLSearchParams()), { typed: '' }),
    goToNext: (cursor: string) =>
      goTo(
        { ...state, cursor, page: state.page + 1 },
        { trail: [...trail, state.cursor ?? null], toTop: true },
      ),
    goToPrevious() {
      const { trail: rest, ...page } = pageBefore(state.page, trail)
      goTo({ ...state, ...page }, { trail: rest, toTop: true })
    },
    goToPage: (page: number) => goTo({ ...state, page }, { toTop: true }),
    goToFirst: () => goTo({ ...state, ...firstPage }, { replace: true }),
  }
}

export type List<Filters extends object> = ReturnType<typeof useListState<Filters>>

/** A page of a search that a reload has forgotten makes no sense: the list begins on its first page then. */
function readEntry<Filters>(
  schema: ListSchema<Filters>,
  { query, state }: Entry,
  search: string,
): ListState<Filters> {
  const read = readListState(schema, new URLSearchParams(query))
  const isForgotten = search === '' && (state as { searched?: boolean } | null)?.searched
  return { ...read, search, ...(isForgotten && firstPage) }
}

/** With a limit a list answers a page, without one an array; the type of the reply leaves both open. */
export interface Page<Row> {
  items: Row[]
  total: number
  /** Whether there are more than that. */
  totalIsMinimum?: boolean
  nextCursor: string | null
}

export function asPage<Row>(reply: Row[] | Page<Row>): Page<Row> {
  return Array.isArray(reply) ? { items: reply, total: reply.length, nextCursor: null } : reply
}
