import { useLocation, useNavigate } from 'react-router'
import { scrollToTop } from '#portal/screen/arrival-focus.ts'
import { nextPlace, type Place, previousPlace, readTrail } from './cursor-trail.ts'
import { isNarrowed, type ListAddress, narrowed, readListAddress, writeListAddress } from './list-address.ts'

/** The place in the list that the address names, and the ways from it to others. */
export function useListPlace() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const address = readListAddress(new URLSearchParams(search))
  const place: Place = { address, trail: readTrail(state, address.page) }

  function goTo({ address: next, trail }: Place, options: { replace?: boolean; toTop?: boolean } = {}) {
    navigate(
      { pathname, search: writeListAddress(next).toString() },
      { state: { trail }, replace: options.replace },
    )
    if (options.toTop) scrollToTop()
  }
  const narrow = (change: Partial<Pick<ListAddress, 'search' | 'status'>>, replace = false) =>
    goTo({ address: narrowed(address, change), trail: [] }, { replace })

  return {
    address,
    isNarrowed: isNarrowed(address),
    /** Each keystroke would be a step back; the whole search is none. */
    searchFor: (text: string) => narrow({ search: text }, true),
    filterBy: (status: ListAddress['status']) => narrow({ status }),
    clearFilters: () => narrow({ search: '', status: undefined }),
    goToNext: (nextCursor: string) => goTo(nextPlace(place, nextCursor), { toTop: true }),
    goToPrevious: () => goTo(previousPlace(place), { toTop: true }),
    goToFirst: () => goTo({ address: narrowed(address, {}), trail: [] }, { replace: true }),
  }
}

export type ListPlace = ReturnType<typeof useListPlace>
