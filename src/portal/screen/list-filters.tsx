import './list.css'
import type { ReactNode, Ref, RefObject } from 'react'
import { searchLimit } from '#contract/lengths.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { SearchField } from '#ui/text-field.tsx'
import { screenWording as wording } from './wording.ts'

export type SearchBox = RefObject<HTMLInputElement | null>

type ListFiltersProps = {
  /** Says which columns there are. */
  className: string
  list: { typed: string; type: (text: string) => void; isNarrowed: boolean; clearFilters: () => void }
  searchBox: SearchBox
  searchLabel: string
  /** What else narrows the list. */
  children: ReactNode
}

/** Above a list: the search, what else narrows it, and the way back to the whole of it. */
export function ListFilters({ className, list, searchBox, searchLabel, children }: ListFiltersProps) {
  const isWhole = !list.isNarrowed && list.typed === ''
  return (
    <search className={classNames('list-filters', className)}>
      <SearchField
        ref={searchBox}
        label={searchLabel}
        value={list.typed}
        maxLength={searchLimit}
        dir="auto"
        onChange={(event) => list.type(event.currentTarget.value)}
      />
      {children}
      <Button
        icon="close"
        tone="quiet"
        aria-disabled={isWhole || undefined}
        onClick={() => !isWhole && list.clearFilters()}
      >
        {wording.clearFilters}
      </Button>
    </search>
  )
}

type ClearFiltersProps = { list: { clearFilters: () => void }; searchBox: SearchBox }

/** Where nothing matches. It goes with the empty list: focus goes to the search box. */
export function ClearFilters({ list, searchBox }: ClearFiltersProps) {
  function clear() {
    list.clearFilters()
    searchBox.current?.focus()
  }
  return <Button onClick={clear}>{wording.clearFilters}</Button>
}

type ListCountProps = { children: ReactNode; ref: Ref<HTMLParagraphElement> }

/** How many there are, said as it changes: takes focus when a row goes with it, or another page comes. */
export function ListCount({ children, ref }: ListCountProps) {
  return (
    <p className="list-count" role="status" ref={ref} tabIndex={-1}>
      {children}
    </p>
  )
}
