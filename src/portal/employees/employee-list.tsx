import { useRef } from 'react'
import type { Employee } from '#contract/employees/schema.ts'
import { ListCount } from '#portal/screen/list-count.tsx'
import { ClearFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { EmployeeTable } from './employee-table.tsx'
import { type EmployeeListState, employeesPerPage, isNarrowed, pageOf } from './list-state.ts'
import type { FoundEmployees } from './queries.ts'
import type { Message } from './refusal.ts'
import { employeeScreenWording } from './wording.ts'

const wording = employeeScreenWording.list

type EmployeeListProps = {
  found: FoundEmployees
  list: EmployeeListState
  searchBox: SearchBox
  refreshing: boolean
  say: (message: Message) => void
  onEdit: (employee: Employee) => void
  onDelete: (employee: Employee) => void
}

/** Says what was true when it was read, though the search may be ahead already. */
export function EmployeeList({ found, list, searchBox, ...table }: EmployeeListProps) {
  const { filter, employees } = found
  const { items, page, ...range } = pageOf(employees, list.address.page)
  const countLine = useRef<HTMLParagraphElement>(null)

  return (
    <>
      <ListCount ref={countLine}>
        {isNarrowed(filter) ? wording.matches(employees.length) : wording.count(employees.length)}
      </ListCount>
      {employees.length === 0 ? (
        <EmptyState
          icon="search"
          title={wording.noMatches}
          action={<ClearFilters place={list} searchBox={searchBox} />}
        >
          {wording.noMatchesDetail}
        </EmptyState>
      ) : (
        <EmployeeTable employees={items} {...table} />
      )}
      {employees.length > employeesPerPage && (
        <Pagination
          label={wording.title}
          {...range}
          beginning={countLine}
          onPrevious={() => list.goToPage(page - 1)}
          onNext={() => list.goToPage(page + 1)}
        />
      )}
    </>
  )
}
