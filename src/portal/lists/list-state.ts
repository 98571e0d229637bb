import { useEffect, useReducer, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { searchLimit } from '#contract/lengths.ts'
import { type ListMemory, useScreenMemory } from '#portal/screen/screen-memory.ts'

/** Which part of a list is shown. */
export type ListState<Filters> = Filters & {
  search: string
  /** Undefined on the first page. */
  cursor: string | undefined
  /** Counted from 1. */
  page: number
}

/** The query of a list's address. The search is never part of it: no name is in the browser's history. */
export function listQuery(filters: object): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined)
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
}

/** The text of a filter, if it is one of the values that the filter has. */
export function among<Value extends string>(
  values: readonly Value[],
  text: string | null,
): Value | undefined {
  return values.find((value) => value === text)
}

/** The column that a list is sorted by; `-` before it reverses the order. */
export function sortAmong(columns: readonly string[], text: string | null): string | undefined {
  return text && columns.includes(text.replace(/^-/, '')) ? text : undefined
}

/** What a list's address says about how it is shown, not about which rows. */
const arrangement: readonly string[] = ['sort', 'by']

/** Whether this state shows less than the whole list, on any page; `except` names filters that don't count. */
export function isFiltered(state: object, except: readonly string[] = []): boolean {
  const others = ['cursor', 'page', ...arrangement, ...except]
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

/** A link to a list as the person left it, its search included. */
export function useLinkToLastVisited(path: string): { href: string; state?: object } {
  return useScreenMemory().lastVisitedLists.get(path) ?? { href: path }
}

/** What a history entry holds. A reload forgets what it names, and then shows the page of a list that was not searched. */
interface EntryState {
  memory: string
  cursors: readonly string[]
}

function entryState(memory: string, { searchText, cursors }: ListMemory): EntryState {
  return { memory, cursors: cleanSearch(searchText) === '' ? cursors : [] }
}

let namedEntries = 0

/** The state of a list. Its filters are in the address; its search and its page are remembered for each history entry. */
export function useListState<Filters extends object>(readFilters: (params: URLSearchParams) => Filters) {
  const { pathname, search: query, key, state: historyState } = useLocation()
  const navigate = useNavigate()
  const { lists, lastVisitedLists } = useScreenMemory()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const searchBox = useRef<HTMLInputElement>(null)

  const { memory: inherited = '', cursors: kept = [] } = (historyState ?? {}) as Partial<EntryState>
  // What was typed here, or else what the entry before handed on.
  const holder = lists.has(key) ? key : inherited
  const { searchText, cursors } = lists.get(holder) ?? { searchText: '', cursors: kept }
  const filters = readFilters(new URLSearchParams(query))
  const page = { cursor: cursors.at(-1), page: cursors.length + 1 }
  const state: ListState<Filters> = { ...filters, search: cleanSearch(searchText), ...page }

  useEffect(() => {
    lastVisitedLists.set(pathname, {
      href: pathname + query,
      state: entryState(holder, { searchText, cursors }),
    })
  })

  /** Adds a history entry for the first page, unless `change` names another one. */
  function goTo(change: { filters?: Filters } & Partial<ListMemory>, options?: NavigateOptions) {
    const memory: ListMemory = { searchText, cursors: [], ...change }
    const name = `${key} ${++namedEntries}`
    lists.set(name, memory)
    const search = listQuery(change.filters ?? filters)
    navigate({ pathname, search }, { state: entryState(name, memory), preventScrollReset: true, ...options })
  }

  const turnTo = (cursors: readonly string[]) => goTo({ cursors }, { preventScrollReset: false })

  const setFilters = (change: Partial<Filters>) => goTo({ filters: { ...filters, ...change } })

  return {
    state,
    /** As it is in the search box, with spaces at its end. */
    searchText,
    /** Takes focus when the filters are cleared. */
    searchBox,
    isFiltered: isFiltered(state),
    /** Typing adds no history entry. */
    setSearchText(searchText: string) {
      lists.set(key, { searchText, cursors: [] })
      redraw()
    },
    setFilters,
    /** The props of a select for a filter, whose empty option shows all. */
    selectFor: (name: keyof Filters) => ({
      value: String(filters[name] ?? ''),
      onChange: ({ currentTarget: { value } }: { currentTarget: HTMLSelectElement }) =>
        setFilters({ [name]: value || undefined } as Partial<Filters>),
    }),
    /** Keeps how the list is arranged, such as its order. */
    clearFilters() {
      const kept = [...new URLSearchParams(query)].filter(([name]) => arrangement.includes(name))
      goTo({ filters: readFilters(new URLSearchParams(kept)), searchText: '' })
    },
    /** `cursor` is that of the page before. */
    goToNext: (cursor: string) => turnTo([...cursors, cursor]),
    goToPrevious: () => turnTo(cursors.slice(0, -1)),
    goToFirst: () => goTo({}, { replace: true }),
  }
}

export type List<Filters extends object> = ReturnType<typeof useListState<Filters>>
