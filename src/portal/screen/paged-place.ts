import { nextPlace, type Place, previousPlace, readTrail } from './cursor-trail.ts'
import { onFirstPage, type PagedAddress } from './paged-address.ts'
import { usePlaceInAddress } from './place-in-address.ts'

/** The place in a list that comes page by page, and the ways from it to others. */
export function usePagedPlace<Address extends PagedAddress & { search: string }>(
  read: (params: URLSearchParams) => Address,
  write: (address: Address) => URLSearchParams,
) {
  const { state, goTo, goSoon, ...reading } = usePlaceInAddress(read, write)
  const { address } = reading
  const place: Place<Address> = { address, trail: readTrail(state, address.page) }
  const turnTo = ({ address, trail }: Place<Address>) => goTo(address, { state: { trail }, toTop: true })
  return {
    ...reading,
    searchFor: (search: string) => goSoon(onFirstPage({ ...address, search })),
    narrow: (change: Partial<Address>) => goTo(onFirstPage({ ...address, ...change })),
    goToNext: (nextCursor: string) => turnTo(nextPlace(place, nextCursor)),
    goToPrevious: () => turnTo(previousPlace(place)),
    goToFirst: () => goTo(onFirstPage(address), { replace: true }),
  }
}
