import type { RefObject } from 'react'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { ListCount } from '#portal/screen/list-count.tsx'
import { ClearFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import { PageTurning } from '#portal/screen/page-turning.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { isNarrowed, type ListAddress, type MessageList } from './list-state.ts'
import { MessageTable } from './message-table.tsx'
import type { FoundPage } from './queries.ts'
import { messageWording as wording } from './wording.ts'

type MessagePageViewProps = {
  page: FoundPage
  list: MessageList
  searchBox: SearchBox
  refreshing: boolean
  countLine: RefObject<HTMLParagraphElement | null>
  onMakeClient: (message: ContactMessage) => void
  onDelete: (message: ContactMessage) => void
}

/** Says of the page what was true of it when it was read, though the address may be ahead already. */
export function MessagePageView(props: MessagePageViewProps) {
  const { page, list, searchBox, refreshing, countLine, ...actions } = props
  const { address, items, total } = page
  return (
    <>
      <ListCount ref={countLine}>
        {isNarrowed(address) ? wording.matches(total) : wording.count(total)}
      </ListCount>
      {items.length === 0 ? (
        <NothingHere address={address} list={list} searchBox={searchBox} />
      ) : (
        <MessageTable messages={items} refreshing={refreshing} {...actions} />
      )}
      <PageTurning label={wording.title} page={page} place={list} busy={refreshing} beginning={countLine} />
    </>
  )
}

type NothingHereProps = { address: ListAddress; list: MessageList; searchBox: SearchBox }

function NothingHere({ address, list, searchBox }: NothingHereProps) {
  if (address.page > 1) {
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
      action={<ClearFilters place={list} searchBox={searchBox} />}
    >
      {wording.noneMatch}
    </EmptyState>
  )
}
