import { useRef } from 'react'
import type { Employee } from '#contract/employees/schema.ts'
import { ClearFilters, ListCount, type SearchBox } from '#portal/screen/list-filters.tsx'
import { isNarrowed, type List } from '#portal/screen/list-state.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { EmployeeTable } from './employee-table.tsx'
import type { EmployeeFilters, FoundEmployees } from './queries.ts'
import type { Message } from './refusal.ts'
import { employeeScreenWording } from './wording.ts'

const wording = employeeScreenWording.list

/** So many rows are drawn at once: enough for nearly everybody, few enough for an old computer. */
export const employeesPerPage = 100

/** The rows of a page, counted from 1; a page behind the last one is the last one. */
export function pageOf<Row>(rows: readonly Row[], page: number) {
  const last = Math.max(1, Math.ceil(rows.length / employeesPerPage))
  const shown = Math.min(page, last)
  const start = (shown - 1) * employeesPerPage
  const items = rows.slice(start, start + employeesPerPage)
  return { items, page: shown, from: start + 1, to: start + items.length, total: rows.length }
}

type EmployeeListProps = {
  found: FoundEmployees
  list: List<EmployeeFilters>
  searchBox: SearchBox
  refreshing: boolean
  say: (message: Message) => void
  onEdit: (employee: Employee) => void
  onDelete: (employee: Employee) => void
}

/** Says what was true when it was read, though the search may be ahead already. */
export function EmployeeList({ found, list, searchBox, ...table }: EmployeeListProps) {
  const { filter, employees } = found
  const { items, page, ...range } = pageOf(employees, list.state.page)
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
          action={<ClearFilters list={list} searchBox={searchBox} />}
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
