import { usePagedPlace } from '#portal/screen/paged-place.ts'
import { isNarrowed, type ListAddress, readListAddress, writeListAddress } from './list-address.ts'

/** The place in the client list that the address names. */
export function useListPlace() {
  const { narrow, ...place } = usePagedPlace(readListAddress, writeListAddress)
  return {
    ...place,
    isNarrowed: isNarrowed(place.address),
    filterBy: (status: ListAddress['status']) => narrow({ status }),
    onlySilent: (silent: boolean) => narrow({ silent, status: undefined }),
    clearFilters: () => narrow({ search: '', status: undefined, silent: false }),
  }
}

export type ListPlace = ReturnType<typeof useListPlace>
