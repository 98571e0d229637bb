import './list.css'
import type { ReactNode, RefObject } from 'react'
import { searchLimit } from '#contract/lengths.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { SearchField } from '#ui/text-field.tsx'
import { type SearchedPlace, useTypedSearch } from './typed-search.ts'
import { screenWording as wording } from './wording.ts'

export type SearchBox = RefObject<HTMLInputElement | null>

type ListFiltersProps = {
  /** Says which columns there are. */
  className: string
  place: SearchedPlace & { isNarrowed: boolean; clearFilters: () => void }
  searchBox: SearchBox
  searchLabel: string
  /** What else narrows the list. */
  children: ReactNode
}

/** Above a list: the search, what else narrows it, and the way back to the whole of it. */
export function ListFilters(props: ListFiltersProps) {
  const { className, place, searchBox, searchLabel, children } = props
  const { text, type } = useTypedSearch(place)
  const isWhole = !place.isNarrowed && text === ''

  function clear() {
    if (isWhole) return
    type('')
    place.clearFilters()
  }

  return (
    <search className={classNames('list-filters', className)}>
      <SearchField
        ref={searchBox}
        label={searchLabel}
        value={text}
        maxLength={searchLimit}
        dir="auto"
        onChange={(event) => type(event.currentTarget.value)}
      />
      {children}
      <Button icon="close" tone="quiet" aria-disabled={isWhole || undefined} onClick={clear}>
        {wording.clearFilters}
      </Button>
    </search>
  )
}

type ClearFiltersProps = { place: { clearFilters: () => void }; searchBox: SearchBox }

/** Where nothing matches. It goes with the empty list: focus goes to the search box. */
export function ClearFilters({ place, searchBox }: ClearFiltersProps) {
  function clear() {
    place.clearFilters()
    searchBox.current?.focus()
  }
  return <Button onClick={clear}>{wording.clearFilters}</Button>
}
