import { useDeferredValue, useRef } from 'react'
import type { Employee } from '#contract/employees/schema.ts'
import { ListCount } from '#portal/screen/list-count.tsx'
import { ClearFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { employeesPerPage, matchingEmployees, pageOf } from './employee-search.ts'
import { EmployeeTable } from './employee-table.tsx'
import { isNarrowed } from './list-address.ts'
import type { ListPlace } from './list-place.ts'
import type { Message } from './refusal.ts'
import { employeeScreenWording } from './wording.ts'

const wording = employeeScreenWording.list

type EmployeeListProps = {
  employees: readonly Employee[]
  place: ListPlace
  searchBox: SearchBox
  say: (message: Message) => void
  onEdit: (employee: Employee) => void
  onDelete: (employee: Employee) => void
}

/** Who matches. Letters appear in the search box at once; the rows follow when they are drawn. */
export function EmployeeList({ employees, place, searchBox, ...actions }: EmployeeListProps) {
  const search = useDeferredValue(place.address.search)
  const filter = { search, role: place.address.role }
  const found = matchingEmployees(employees, filter)
  const { items, page, ...range } = pageOf(found, place.address.page)
  const countLine = useRef<HTMLParagraphElement>(null)

  return (
    <>
      <ListCount ref={countLine}>
        {isNarrowed(filter) ? wording.matches(found.length) : wording.count(found.length)}
      </ListCount>
      {found.length === 0 ? (
        <EmptyState
          icon="search"
          title={wording.noMatches}
          action={<ClearFilters place={place} searchBox={searchBox} />}
        >
          {wording.noMatchesDetail}
        </EmptyState>
      ) : (
        <EmployeeTable employees={items} {...actions} />
      )}
      {found.length > employeesPerPage && (
        <Pagination
          label={wording.title}
          {...range}
          beginning={countLine}
          onPrevious={() => place.goToPage(page - 1)}
          onNext={() => place.goToPage(page + 1)}
        />
      )}
    </>
  )
}
