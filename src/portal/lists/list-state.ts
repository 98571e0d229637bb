import { useEffect, useReducer, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { searchLimit } from '#contract/lengths.ts'
import { scrollToTop } from '#portal/screen/arrival-focus.ts'
import { useScreenMemory } from '#portal/screen/screen-memory.ts'

/** How many rows a page of a list holds. */
export const rowsPerPage = 50

/** How the filters of a list, apart from the search, are read from the address. */
export interface ListSchema<Filters> {
  filters: { [Name in keyof Filters]: (text: string | null) => Filters[Name] }
  /** How pages are addressed; 'by cursor' by default. */
  pages?: 'by cursor' | 'by number'
  /** Milliseconds between two letters that are searched for together; 40 by default. */
  pause?: number
  /** Drops filters that make no sense together. */
  settle?: (filters: Filters) => Filters
}

/** Which part of a list is shown. */
export type ListState<Filters> = Filters & {
  search: string
  /** Undefined on the first page. */
  cursor: string | undefined
  /** Counted from 1. */
  page: number
}

const firstPage = { cursor: undefined, page: 1 }

/** From the address, which never holds the search: no name is in the browser's history. */
export function readListState<Filters>(
  { filters, pages, settle = (read) => read }: ListSchema<Filters>,
  params: URLSearchParams,
): ListState<Filters> {
  const names = Object.keys(filters) as (keyof Filters & string)[]
  const read = Object.fromEntries(names.map((name) => [name, filters[name](params.get(name))])) as Filters
  const cursor = params.get('cursor') || undefined
  const page = Number(params.get('page'))
  // A page needs its cursor, and a cursor its page.
  const isLater = Number.isSafeInteger(page) && page > 1 && (pages === 'by number' || cursor !== undefined)
  return { ...settle(read), search: '', ...(isLater ? { cursor, page } : firstPage) }
}

/** The query of an address: empty for the whole list on its first page. */
export function listQuery(state: object): string {
  const { search: _, page, ...rest } = state as Record<string, unknown>
  const parts = Object.entries({ ...rest, page: page === 1 ? undefined : page })
  return new URLSearchParams(
    parts.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
}

/** Reads the order of a list from its address: one of the columns; `-` before it reverses it. */
export function sortAmong(columns: readonly string[]) {
  return (text: string | null | undefined) =>
    text && columns.includes(text.replace(/^-/, '')) ? text : undefined
}

/** Whether this state shows less than the whole list, on any page; `except` names filters that don't count. */
export function isFiltered(state: object, except: readonly string[] = []): boolean {
  const others = ['cursor', 'page', 'sort', ...except]
  return Object.entries(state).some(([name, value]) => value && !others.includes(name))
}

/** As the server accepts it: without control characters, repeated spaces, and half of a surrogate pair where it was cut. */
export function cleanSearch(text: string, limit = searchLimit): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limit)
    .replace(/\p{Cs}/gu, '')
}

/**
 * Cursors only lead forward. The cursors of the earlier pages, null for the first, are therefore kept in the history entry. An
 * entry can hold anything: a stack that does not fit the page is ignored.
 */
export function readCursorStack(historyState: unknown, page: number): (string | null)[] {
  const cursors = (historyState as { cursors?: unknown } | null)?.cursors
  if (!Array.isArray(cursors) || cursors.length !== page - 1) return []
  return cursors.every((cursor) => cursor === null || typeof cursor === 'string') ? cursors : []
}

/** Without a stack, as on a page that another person shared, the previous page is the first. */
export function previousPage(page: number, cursors: readonly (string | null)[]) {
  const cursor = cursors.at(-1)
  return cursor ? { cursor, page: page - 1, cursors: cursors.slice(0, -1) } : { ...firstPage, cursors: [] }
}

/** A link to a list as it was left, its search included. */
export function useLinkToLeftList(path: string): { href: string; state?: object } {
  const { leftLists, searchTexts } = useScreenMemory()
  const left = leftLists.get(path)
  if (!left) return { href: path }
  const { query, searchOf, cursors } = left
  const searched = cleanSearch(searchTexts.get(searchOf) ?? '') !== ''
  return { href: path + query, state: { searchOf, searched, cursors } }
}

/** What the history entry of a list remembers; a reload keeps it, an address that was shared has none of it. */
interface ListEntry {
  /** Whose search text the entry begins with. */
  searchOf?: string
  searched?: boolean
  cursors?: unknown
}

let entries = 0

/** What was typed into the search box of a history entry, which a reload forgets. */
function useSearchText() {
  const { key, state } = useLocation()
  const { searchTexts } = useScreenMemory()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const { searchOf = key } = (state ?? {}) as ListEntry
  return {
    typed: searchTexts.get(key) ?? searchTexts.get(searchOf) ?? '',
    /** The entry that holds the text. */
    holder: searchTexts.has(key) ? key : searchOf,
    setTyped(text: string) {
      searchTexts.set(key, text)
      redraw()
    },
    /** A name for the next entry, which begins with this text. */
    passOn(text: string): string {
      const searchOf = `list ${++entries}`
      searchTexts.set(searchOf, text)
      return searchOf
    },
  }
}

/** What to read: follows the first letter at once, those that follow quickly after a pause, and anything else at once. */
function usePaused<State>(state: State, key: string, pause = 40) {
  const [paused, setPaused] = useState({ key, state })
  if (paused.key !== key) setPaused({ key, state })
  const text = JSON.stringify(state)
  const isPaused = text === JSON.stringify(paused.state)
  const typedAt = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause begins with each letter, not with each render
  useEffect(() => {
    if (isPaused) return
    const read = () => setPaused({ key, state })
    const sinceLast = Date.now() - typedAt.current
    typedAt.current += sinceLast
    if (sinceLast > pause) return read()
    const timer = setTimeout(read, pause)
    return () => clearTimeout(timer)
  }, [text, isPaused])

  return {
    debounced: paused.state,
    isDebounced: isPaused,
    /** The next entry is not read before the pause either. */
    keepFor: (key: string) => setPaused((old) => ({ ...old, key })),
  }
}

interface GoToOptions {
  typed?: string
  cursors?: (string | null)[]
  replace?: boolean
  toTop?: boolean
  /** While a person types, the list is read after a pause. */
  debounce?: boolean
}

/** The state of a list: filters and page are in the address, the search text is in memory. */
export function useListState<Filters extends object>(schema: ListSchema<Filters>) {
  const { pathname, search: query, state: historyState, key } = useLocation()
  const navigate = useNavigate()
  const { leftLists } = useScreenMemory()
  const searchBox = useRef<HTMLInputElement>(null)
  const { typed, holder, setTyped, passOn } = useSearchText()
  const search = cleanSearch(typed)
  const { searched, searchOf = key } = (historyState ?? {}) as ListEntry
  // A page of a search that a reload has forgotten makes no sense: the list starts on its first page then.
  const isForgotten = search === '' && searched
  const read = readListState(schema, new URLSearchParams(query))
  const state: ListState<Filters> = { ...read, search, ...(isForgotten && firstPage) }
  const { debounced, isDebounced, keepFor } = usePaused(state, searchOf, schema.pause)
  const cursors = readCursorStack(historyState, state.page)

  useEffect(() => {
    leftLists.set(pathname, { query, searchOf: holder, cursors })
  })

  function goTo(next: ListState<Filters>, options: GoToOptions = {}) {
    const { typed: nextTyped = typed, cursors, replace, toTop, debounce } = options
    const entry = { searchOf: passOn(nextTyped), searched: cleanSearch(nextTyped) !== '', cursors }
    navigate({ pathname, search: listQuery(next) }, { state: entry satisfies ListEntry, replace })
    if (debounce) keepFor(entry.searchOf)
    if (toTop) scrollToTop()
  }

  /** With other filters the list starts on its first page. */
  const setFilters = (change: Partial<Filters>) => goTo({ ...state, ...change, ...firstPage })

  return {
    state,
    debounced,
    isDebounced,
    /** As it is in the search box, with spaces at its end. */
    typed,
    /** Takes focus when the filters are cleared. */
    searchBox,
    isFiltered: isFiltered(state),
    /** Typing adds no history entry; what it changes in the address, such as the page, is replaced. */
    setTyped(text: string) {
      const next = { ...state, ...firstPage }
      if (listQuery(next) === new URLSearchParams(query).toString()) setTyped(text)
      else goTo(next, { typed: text, replace: true, debounce: true })
    },
    setFilters,
    /** The props of a select for a filter, whose empty option shows all. */
    selectFor: (name: keyof Filters) => ({
      value: String(state[name] ?? ''),
      onChange: ({ currentTarget: { value } }: { currentTarget: HTMLSelectElement }) =>
        setFilters({ [name]: value || undefined } as Partial<Filters>),
    }),
    /** The order stays. */
    clearFilters() {
      const sort = new URLSearchParams(query).get('sort')
      goTo(readListState(schema, new URLSearchParams(sort ? { sort } : {})), { typed: '' })
    },
    /** `cursor` is that of the page before. */
    goToNext(cursor: string) {
      const next = schema.pages === 'by number' ? state : { ...state, cursor }
      goTo({ ...next, page: state.page + 1 }, { cursors: [...cursors, state.cursor ?? null], toTop: true })
    },
    goToPrevious() {
      if (schema.pages === 'by number') return goTo({ ...state, page: state.page - 1 }, { toTop: true })
      const { cursors: rest, ...page } = previousPage(state.page, cursors)
      goTo({ ...state, ...page }, { cursors: rest, toTop: true })
    },
    goToFirst: () => goTo({ ...state, ...firstPage }, { replace: true }),
  }
}

export type List<Filters extends object> = ReturnType<typeof useListState<Filters>>

/** A list with a limit replies with a page, one without a limit with an array. */
export interface Page<Row> {
  items: Row[]
  total: number
  /** Whether there are more than that. */
  totalIsMinimum?: boolean
  nextCursor: string | null
}

/** A page, and the list state that it was read for, which the list has left while the next page is loading. */
export type PageOf<State, Row> = Page<Row> & {
  state: State
  /** If it isn't `rowsPerPage`. */
  perPage?: number
}

export function asPage<Row>(reply: Row[] | Page<Row>): Page<Row> {
  return Array.isArray(reply) ? { items: reply, total: reply.length, nextCursor: null } : reply
}
