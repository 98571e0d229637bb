import { recordIdLimit } from '#contract/audit/endpoints.ts'
import { screenPath } from '#contract/paths.ts'
import { allDays, type DayRange, readDays } from '#portal/days/day-range.ts'
import { cleanSearch } from '#portal/screen/typed-search.ts'

/** What of the trail is shown, as its address says it: reloaded, it shows the same. */
export interface TrailAddress extends DayRange {
  /** Part of the name or the address of who did it. */
  search: string
  /** Id of the record that it was done to. */
  record: string
}

export const wholeTrail: TrailAddress = { search: '', record: '', ...allDays }

/** What makes no sense in an address is left out of it. */
export function readTrailAddress(params: URLSearchParams): TrailAddress {
  return {
    search: cleanSearch(params.get('search') ?? ''),
    record: cleanSearch(params.get('record') ?? '', recordIdLimit),
    ...readDays(params),
  }
}

export function writeTrailAddress(address: TrailAddress): URLSearchParams {
  return new URLSearchParams(Object.entries(address).filter(([, value]) => value))
}

export function isNarrowed(address: TrailAddress): boolean {
  return Object.values(address).some(Boolean)
}

/** All that was done to a record. */
export function trailOfRecord(id: string): string {
  return `${screenPath('admin', 'auditTrail')}?${writeTrailAddress({ ...wholeTrail, record: id })}`
}
