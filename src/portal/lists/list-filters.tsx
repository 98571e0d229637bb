import './list.css'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { searchLimit } from '#contract/lengths.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { IconName } from '#ui/icon.tsx'
import { SearchField } from '#ui/text-field.tsx'
import { isFiltered, type List } from './list-state.ts'

type ListFiltersProps = {
  list: Pick<
    List<object>,
    'state' | 'searchText' | 'setSearchText' | 'searchBox' | 'isFiltered' | 'clearFilters'
  >
  /** Without it there is no search box. */
  searchLabel?: string
  searchHint?: string
  /** Filters that are always shown, and the names of their values in the list's state. */
  first?: { names: readonly string[]; fields: ReactNode }
  /** The other filters. */
  children: ReactNode
}

/**
 * Above a list: the search box, the other filters, and a button that clears them all. On a phone the other filters are
 * behind a button, unless one of these is set when the list is opened.
 */
export function ListFilters({ list, searchLabel, searchHint, first, children }: ListFiltersProps) {
  const isUnfiltered = !list.isFiltered && list.searchText === ''
  const moreId = useId()
  const [isOpen, setOpen] = useState(() => isFiltered(list.state, ['search', ...(first?.names ?? [])]))
  return (
    <search className="list-filters screen-only">
      {searchLabel && (
        <SearchField
          ref={list.searchBox}
          label={searchLabel}
          hint={searchHint}
          value={list.searchText}
          maxLength={searchLimit}
          dir="auto"
          onChange={(event) => list.setSearchText(event.currentTarget.value)}
        />
      )}
      {first?.fields}
      <Button
        className="list-filters-open"
        aria-expanded={isOpen}
        aria-controls={moreId}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
      </Button>
      <div id={moreId} className={classNames('list-filters-more', !isOpen && 'list-filters-folded')}>
        {children}
      </div>
      <Button
        icon="close"
        tone="quiet"
        aria-disabled={isUnfiltered || undefined}
        onClick={() => !isUnfiltered && list.clearFilters()}
      >
        Clear Filters
      </Button>
    </search>
  )
}

type NoMatchesProps = {
  list: Pick<List<object>, 'clearFilters' | 'searchBox'>
  icon?: IconName
  title: string
  children: ReactNode
}

/** Instead of a list without matches. Its button disappears when it is used, so focus goes to the search box. */
export function NoMatches({ list, icon = 'search', title, children }: NoMatchesProps) {
  function clear() {
    list.clearFilters()
    list.searchBox.current?.focus()
  }
  return (
    <EmptyState icon={icon} title={title} action={<Button onClick={clear}>Clear Filters</Button>}>
      {children}
    </EmptyState>
  )
}

type ListCountProps = { children: ReactNode; ref: Ref<HTMLParagraphElement> }

/** How many rows there are, announced when it changes. Takes focus when a row that held it goes, or when the page changes. */
export function ListCount({ children, ref }: ListCountProps) {
  return (
    <p className="list-count small-soft" role="status" ref={ref} tabIndex={-1}>
      {children}
    </p>
  )
}
