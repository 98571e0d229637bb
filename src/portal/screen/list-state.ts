import { useEffect, useReducer, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { scrollToTop } from './arrival-focus.ts'
import { nextPlace, type Place, previousPlace, readTrail } from './cursor-trail.ts'
import { onFirstPage, type PagedAddress } from './paged-address.ts'

/**
 * What was typed into the searches of lists, by the key of the history entry. It is kept in memory only, so that no name is
 * in an address or in the browser's history; a reload forgets it.
 */
const searches = new Map<string, string>()

interface Entry {
  key: string
  query: string
  state: unknown
}

interface Going {
  /** What the history entry remembers. */
  state?: object
  replace?: boolean
  toTop?: boolean
  /** As somebody types: what is read follows after a pause. */
  typed?: boolean
}

/** As React Router names it. It is ahead of `useLocation()` while the router has yet to draw. */
const currentKey = (): string => window.history.state?.key ?? 'default'

/**
 * The state of a list: filters and page are in the address as `read` and `write` have them, the search text is in memory.
 * `pause` is how many milliseconds after the last letter the list is read.
 */
export function useListState<Address extends { search: string }>(
  read: (params: URLSearchParams) => Omit<Address, 'search'>,
  write: (address: Address) => URLSearchParams,
  pause = 80,
) {
  const { pathname, search: query, state, key } = useLocation()
  const navigate = useNavigate()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [target, setTarget] = useState<Entry>()
  // The router draws in a transition; a choice has to be seen at once.
  const isAhead = target && target.key !== key && target.key === currentKey()
  const entry = isAhead ? target : { key, query, state }
  const address = readEntry(entry, read)
  const [debounced, setDebounced] = useState({ key: entry.key, address })
  if (debounced.key !== entry.key) setDebounced({ key: entry.key, address })
  const text = `${write(address)} ${address.search}`
  const isDebounced = text === `${write(debounced.address)} ${debounced.address.search}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause begins with each letter, not with each render
  useEffect(() => {
    if (isDebounced) return
    const timer = setTimeout(() => setDebounced({ key: entry.key, address }), pause)
    return () => clearTimeout(timer)
  }, [text, isDebounced])

  // Back before the router has drawn the entry that was gone to changes nothing for the router.
  useEffect(() => {
    addEventListener('popstate', redraw)
    return () => removeEventListener('popstate', redraw)
  }, [])

  function goTo(next: Address, { state, replace, toTop, typed }: Going = {}) {
    // The list is still drawn while the screen that it was left for is loading.
    if (window.location.pathname !== pathname) return
    const query = write(next).toString()
    const remembered = { ...state, searched: next.search !== '' }
    navigate({ pathname, search: query }, { state: remembered, replace })
    const key = currentKey()
    searches.set(key, next.search)
    setTarget({ key, query, state: remembered })
    if (typed) setDebounced((old) => ({ ...old, key }))
    if (toTop) scrollToTop()
  }

  /** Typing adds no step to the history; what it changes in the address, such as the page, is replaced. */
  function type(change: Partial<Address>) {
    const next = { ...address, ...change }
    if (write(next).toString() !== new URLSearchParams(entry.query).toString())
      return goTo(next, { replace: true, typed: true })
    searches.set(entry.key, next.search)
    redraw()
  }

  return {
    address,
    /** What to read: it follows typing after a pause, and anything else at once. */
    debounced: debounced.address,
    isDebounced,
    /** What the history entry remembers. */
    state: entry.state,
    goTo,
    type,
  }
}

/** A page of a search that a reload has forgotten makes no sense: the list begins on its first page then. */
function readEntry<Address extends { search: string }>(
  { key, query, state }: Entry,
  read: (params: URLSearchParams) => Omit<Address, 'search'>,
): Address {
  const search = searches.get(key) ?? ''
  const params = new URLSearchParams(query)
  if (search === '' && (state as { searched?: boolean } | null)?.searched) {
    params.delete('cursor')
    params.delete('page')
  }
  return { ...read(params), search } as Address
}

/** The state of a list that comes page by page, and the ways from it to others. */
export function usePagedListState<Address extends PagedAddress & { search: string }>(
  read: (params: URLSearchParams) => Omit<Address, 'search'>,
  write: (address: Address) => URLSearchParams,
  pause?: number,
) {
  const { state, goTo, type, ...list } = useListState(read, write, pause)
  const { address } = list
  const place: Place<Address> = { address, trail: readTrail(state, address.page) }
  const turnTo = ({ address, trail }: Place<Address>) => goTo(address, { state: { trail }, toTop: true })
  return {
    ...list,
    searchFor: (search: string) => type(onFirstPage({ ...address, search })),
    narrow: (change: Partial<Address>) => goTo(onFirstPage({ ...address, ...change })),
    goToNext: (nextCursor: string) => turnTo(nextPlace(place, nextCursor)),
    goToPrevious: () => turnTo(previousPlace(place)),
    goToFirst: () => goTo(onFirstPage(address), { replace: true }),
  }
}
