import type { RefObject } from 'react'
import type { ContactMessage } from '#contract/contact-messages/schema.ts'
import { ListCount } from '#portal/screen/list-count.tsx'
import { ClearFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import { PageTurning } from '#portal/screen/page-turning.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { isNarrowed, type ListAddress } from './list-address.ts'
import type { ListPlace } from './list-place.ts'
import { MessageTable } from './message-table.tsx'
import type { FoundPage } from './queries.ts'
import { messageWording as wording } from './wording.ts'

type MessagePageViewProps = {
  page: FoundPage
  place: ListPlace
  searchBox: SearchBox
  refreshing: boolean
  countLine: RefObject<HTMLParagraphElement | null>
  onMakeClient: (message: ContactMessage) => void
  onDelete: (message: ContactMessage) => void
}

/** Says of the page what was true of it when it was read, though the address may be ahead already. */
export function MessagePageView(props: MessagePageViewProps) {
  const { page, place, searchBox, refreshing, countLine, ...actions } = props
  const { address, items, total } = page
  return (
    <>
      <ListCount ref={countLine}>
        {isNarrowed(address) ? wording.matches(total) : wording.count(total)}
      </ListCount>
      {items.length === 0 ? (
        <NothingHere address={address} place={place} searchBox={searchBox} />
      ) : (
        <MessageTable messages={items} refreshing={refreshing} {...actions} />
      )}
      <PageTurning label={wording.title} page={page} place={place} busy={refreshing} beginning={countLine} />
    </>
  )
}

type NothingHereProps = { address: ListAddress; place: ListPlace; searchBox: SearchBox }

function NothingHere({ address, place, searchBox }: NothingHereProps) {
  if (address.page > 1) {
    return (
      <EmptyState
        icon="mail"
        title={wording.none}
        action={<Button onClick={place.goToFirst}>{screenWording.toFirstPage}</Button>}
      >
        {wording.noneHere}
      </EmptyState>
    )
  }
  if (!isNarrowed(address)) {
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
      action={<ClearFilters place={place} searchBox={searchBox} />}
    >
      {wording.noneMatch}
    </EmptyState>
  )
}
