import { allDays, type DayRange } from '#portal/days/day-range.ts'
import { usePagedPlace } from '#portal/screen/paged-place.ts'
import { isNarrowed, readListAddress, writeListAddress } from './list-address.ts'

/** The place in the list of messages that the address names. */
export function useListPlace() {
  const { narrow, ...place } = usePagedPlace(readListAddress, writeListAddress)
  return {
    ...place,
    isNarrowed: isNarrowed(place.address),
    choose: (days: Partial<DayRange>) => narrow(days),
    clearFilters: () => narrow({ search: '', ...allDays }),
  }
}

export type ListPlace = ReturnType<typeof useListPlace>
