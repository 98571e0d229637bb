import { recordIdLimit } from '#contract/audit/endpoints.ts'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ListFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import { useTypedSearch } from '#portal/screen/typed-search.ts'
import { SearchField } from '#ui/text-field.tsx'
import type { TrailPlace } from './list-place.ts'
import { auditWording as wording } from './wording.ts'

/** By person, record and day. */
export function TrailFilters({ place, searchBox }: { place: TrailPlace; searchBox: SearchBox }) {
  const { address, choose } = place
  return (
    <ListFilters className="trail-filters" place={place} searchBox={searchBox} searchLabel={wording.search}>
      <RecordField place={place} />
      <DayRangeFields days={address} onChosen={choose} />
    </ListFilters>
  )
}

/** An id as the notes report prints it, or as the trail's links lead to it. */
function RecordField({ place: { address, searchRecord } }: { place: TrailPlace }) {
  const { text, type } = useTypedSearch(
    { address: { search: address.record }, searchFor: searchRecord },
    recordIdLimit,
  )
  return (
    <SearchField
      label={wording.record}
      value={text}
      maxLength={recordIdLimit}
      autoCapitalize="none"
      spellCheck={false}
      onChange={(row) => type(row.currentTarget.value)}
    />
  )
}
