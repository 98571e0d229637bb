import type { DayRange } from '#portal/days/day-range.ts'
import { usePlaceInAddress } from '#portal/screen/place-in-address.ts'
import { isNarrowed, readTrailAddress, wholeTrail, writeTrailAddress } from './list-address.ts'

/** The part of the trail that the address names, and the ways from it to others. */
export function useTrailPlace() {
  const { address, settled, goTo, goSoon } = usePlaceInAddress(readTrailAddress, writeTrailAddress)
  return {
    address,
    settled,
    isNarrowed: isNarrowed(address),
    searchFor: (search: string) => goSoon({ ...address, search }),
    searchRecord: (record: string) => goSoon({ ...address, record }),
    choose: (days: Partial<DayRange>) => goTo({ ...address, ...days }),
    clearFilters: () => goTo(wholeTrail),
  }
}

export type TrailPlace = ReturnType<typeof useTrailPlace>
