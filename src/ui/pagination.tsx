import './pagination.css'
import type { RefObject } from 'react'
import { Button } from './button.tsx'

type PaginationProps = {
  /** First and last row on this page, counted from 1, and the number of all rows. */
  from: number
  to: number
  total: number
  /** Whether there are more rows than `total`. */
  totalIsMinimum?: boolean
  onPrevious: () => void
  onNext: () => void
  label: string
  busy?: boolean
  /** Takes focus after a page change. */
  beginning?: RefObject<HTMLElement | null>
}

export function Pagination({
  from,
  to,
  total,
  totalIsMinimum,
  onPrevious,
  onNext,
  label,
  busy,
  beginning,
}: PaginationProps) {
  const atStart = from <= 1
  const atEnd = to >= total

  function turn(change: () => void) {
    if (busy) return
    change()
    beginning?.current?.focus({ preventScroll: true })
  }

  return (
    <nav className="pagination row row-apart" aria-label={label} aria-busy={busy || undefined}>
      {/* aria-disabled instead of disabled, to keep focus on the last page. */}
      <Button
        icon="chevron-left"
        aria-disabled={atStart || undefined}
        onClick={() => !atStart && turn(onPrevious)}
      >
        Previous
      </Button>
      <p className="pagination-place soft" role="status">
        {total === 0
          ? '0 of 0'
          : `${format(from)}–${format(to)} of ${totalIsMinimum ? 'more than ' : ''}${format(total)}`}
      </p>
      <Button
        className="pagination-next"
        icon="chevron-right"
        aria-disabled={atEnd || undefined}
        onClick={() => !atEnd && turn(onNext)}
      >
        Next
      </Button>
    </nav>
  )
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
