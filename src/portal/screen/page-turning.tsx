import type { RefObject } from 'react'
import { Pagination } from '#ui/pagination.tsx'
import { type PageAt, pageRange, rowsPerPage } from './list-page.ts'

type PageTurningProps = {
  label: string
  page: PageAt<{ page: number }, unknown>
  place: { goToPrevious: () => void; goToNext: (nextCursor: string) => void }
  busy: boolean
  beginning: RefObject<HTMLElement | null>
}

/** Below a page of a list, if the list has more of them. */
export function PageTurning({ page, place, ...rest }: PageTurningProps) {
  const { address, items, total, nextCursor } = page
  if (items.length === 0 || (total <= rowsPerPage && address.page === 1)) return null
  return (
    <Pagination
      {...rest}
      {...pageRange(page)}
      onPrevious={place.goToPrevious}
      onNext={() => nextCursor !== null && place.goToNext(nextCursor)}
    />
  )
}
