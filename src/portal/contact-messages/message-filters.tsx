import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ListFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import type { ListPlace } from './list-place.ts'
import { messageWording as wording } from './wording.ts'

export function MessageFilters({ place, searchBox }: { place: ListPlace; searchBox: SearchBox }) {
  const { address, choose } = place
  return (
    <ListFilters className="message-filters" place={place} searchBox={searchBox} searchLabel={wording.search}>
      <DayRangeFields days={address} onChosen={choose} />
    </ListFilters>
  )
}
