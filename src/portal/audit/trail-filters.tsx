import { useState } from 'react'
import { recordIdLimit } from '#contract/audit/endpoints.ts'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ListFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import { SearchField } from '#ui/text-field.tsx'
import { recordIdIn, type TrailList } from './list-state.ts'
import { auditWording as wording } from './wording.ts'

/** By person, record and day. */
export function TrailFilters({ list, searchBox }: { list: TrailList; searchBox: SearchBox }) {
  const { address, narrow } = list
  const [typed, setTyped] = useState(address.record)
  // When the list changes by itself, as by Back, the box follows.
  const record = recordIdIn(typed) === address.record ? typed : address.record

  function typeRecord(text: string) {
    setTyped(text)
    const id = recordIdIn(text)
    if (id !== address.record) narrow({ record: id })
  }
  function clearFilters() {
    setTyped('')
    list.clearFilters()
  }
  return (
    <ListFilters
      className="trail-filters"
      place={{ ...list, isNarrowed: list.isNarrowed || record !== '', clearFilters }}
      searchBox={searchBox}
      searchLabel={wording.search}
    >
      <SearchField
        label={wording.record}
        value={record}
        error={record.trim() && !address.record ? wording.wholeId : undefined}
        maxLength={recordIdLimit}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => typeRecord(event.currentTarget.value)}
      />
      <DayRangeFields days={address} onChosen={narrow} />
    </ListFilters>
  )
}
