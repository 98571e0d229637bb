import { useState } from 'react'
import { recordIdLimit } from '#contract/audit/endpoints.ts'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ListFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import type { List } from '#portal/screen/list-state.ts'
import { SearchField } from '#ui/text-field.tsx'
import { recordIdIn, type TrailFilters } from './queries.ts'
import { auditWording as wording } from './wording.ts'

/** By person, record and day. */
type TrailListFiltersProps = { list: List<TrailFilters>; searchBox: SearchBox }

export function TrailListFilters({ list, searchBox }: TrailListFiltersProps) {
  const { state, narrow } = list
  const [typed, setTyped] = useState(state.record ?? '')
  // When the list changes by itself, as by Back, the box follows.
  const record = recordIdIn(typed) === state.record ? typed : (state.record ?? '')

  function typeRecord(text: string) {
    setTyped(text)
    const id = recordIdIn(text)
    if (id !== state.record) narrow({ record: id })
  }
  function clearFilters() {
    setTyped('')
    list.clearFilters()
  }
  return (
    <ListFilters
      className="trail-filters"
      list={{ ...list, isNarrowed: list.isNarrowed || record !== '', clearFilters }}
      searchBox={searchBox}
      searchLabel={wording.search}
    >
      <SearchField
        label={wording.record}
        value={record}
        error={record.trim() && !state.record ? wording.wholeId : undefined}
        maxLength={recordIdLimit}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => typeRecord(event.currentTarget.value)}
      />
      <DayRangeFields days={state} onChosen={narrow} />
    </ListFilters>
  )
}
