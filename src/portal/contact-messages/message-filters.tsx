import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ListFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import type { MessageList } from './list-state.ts'
import { messageWording as wording } from './wording.ts'

export function MessageFilters({ list, searchBox }: { list: MessageList; searchBox: SearchBox }) {
  const { address, choose } = list
  return (
    <ListFilters className="message-filters" place={list} searchBox={searchBox} searchLabel={wording.search}>
      <DayRangeFields days={address} onChosen={choose} />
    </ListFilters>
  )
}
