import { usePlaceInAddress } from '#portal/screen/place-in-address.ts'
import { isNarrowed, type ListAddress, readListAddress, writeListAddress } from './list-address.ts'

/** The place in the list that the address names, and the ways from it to others. */
export function useListPlace() {
  const { address, goTo, goSoon } = usePlaceInAddress(readListAddress, writeListAddress)
  return {
    address,
    isNarrowed: isNarrowed(address),
    searchFor: (search: string) => goSoon({ ...address, search, page: 1 }),
    filterBy: (role: ListAddress['role']) => goTo({ ...address, role, page: 1 }),
    clearFilters: () => goTo({ search: '', role: undefined, page: 1 }),
    goToPage: (page: number) => goTo({ ...address, page }, { toTop: true }),
  }
}

export type ListPlace = ReturnType<typeof useListPlace>
