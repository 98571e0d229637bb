import type { RefObject } from 'react'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import type { DayRange } from '#portal/days/day-range.ts'
import { ClearFilters, ListCount, type SearchBox } from '#portal/screen/list-filters.tsx'
import { isNarrowed, type List } from '#portal/screen/list-state.ts'
import { PageTurning } from '#portal/screen/page-turning.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MessageTable } from './message-table.tsx'
import type { FoundPage } from './queries.ts'
import { messageWording as wording } from './wording.ts'

type MessagePageViewProps = {
  page: FoundPage
  list: List<DayRange>
  searchBox: SearchBox
  refreshing: boolean
  countLine: RefObject<HTMLParagraphElement | null>
  onMakeClient: (message: ContactMessage) => void
  onDelete: (message: ContactMessage) => void
}

/** Says of the page what was true of it when it was read, though the list's state may be ahead already. */
export function MessagePageView(props: MessagePageViewProps) {
  const { page, list, searchBox, refreshing, countLine, ...actions } = props
  const { state, items, total } = page
  return (
    <>
      <ListCount ref={countLine}>
        {isNarrowed(state) ? wording.matches(total) : wording.count(total)}
      </ListCount>
      {items.length === 0 ? (
        <NothingHere state={state} list={list} searchBox={searchBox} />
      ) : (
        <MessageTable messages={items} refreshing={refreshing} {...actions} />
      )}
      <PageTurning label={wording.title} page={page} list={list} busy={refreshing} beginning={countLine} />
    </>
  )
}

type NothingHereProps = { state: FoundPage['state']; list: List<DayRange>; searchBox: SearchBox }

function NothingHere({ state, list, searchBox }: NothingHereProps) {
  if (state.page > 1) {
    return (
      <EmptyState
        icon="mail"
        title={wording.none}
        action={<Button onClick={list.goToFirst}>{screenWording.toFirstPage}</Button>}
      >
        {wording.noneHere}
      </EmptyState>
    )
  }
  if (!isNarrowed(state)) {
    return (
      <EmptyState icon="mail" title={wording.none}>
        {wording.noneYet}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="search"
      title={wording.none}
      action={<ClearFilters list={list} searchBox={searchBox} />}
    >
      {wording.noneMatch}
    </EmptyState>
  )
}
