import { useRef } from 'react'
import type { Employee } from '#contract/employees/schema.ts'
import { ListCount, NoMatches } from '#portal/screen/list-filters.tsx'
import { isFiltered, type List } from '#portal/screen/list-state.ts'
import { Pagination } from '#ui/pagination.tsx'
import type { Message } from './employee-actions.ts'
import { EmployeeTable } from './employee-table.tsx'
import { type EmployeeFilters, type FoundEmployees, sortColumns } from './queries.ts'
import { employeeScreenWording } from './wording.ts'

const wording = employeeScreenWording.list

/** Few enough rows for an old computer. */
export const employeesPerPage = 100

/** Pages are counted from 1; a page after the last one is the last one. */
export function pageOf<Row>(rows: readonly Row[], page: number) {
  const last = Math.max(1, Math.ceil(rows.length / employeesPerPage))
  const shown = Math.min(page, last)
  const start = (shown - 1) * employeesPerPage
  const items = rows.slice(start, start + employeesPerPage)
  return { items, page: shown, from: start + 1, to: start + items.length, total: rows.length }
}

/** From the server's order, which is by name. Birth dates that are missing come first. */
export function sorted(employees: readonly Employee[], by: string): readonly Employee[] {
  const compare = {
    name: () => 0,
    dob: (one: Employee, other: Employee) => (one.dob ?? '').localeCompare(other.dob ?? ''),
    role: (one: Employee, other: Employee) =>
      employeeScreenWording.roles[one.role].localeCompare(employeeScreenWording.roles[other.role]),
  }[by.replace('-', '')]
  const ordered = employees.toSorted(compare)
  return by.startsWith('-') ? ordered.toReversed() : ordered
}

type EmployeeListProps = {
  found: FoundEmployees
  list: List<EmployeeFilters>
  refreshing: boolean
  showMessage: (message: Message) => void
  onEdit: (employee: Employee) => void
  onDelete: (employee: Employee) => void
  onSignOut: (employee: Employee) => void
  onResetTwoStep: (employee: Employee) => void
}

/** Describes the employees with the filter that they were read for; the list's own may be ahead. */
export function EmployeeList({ found, list, ...table }: EmployeeListProps) {
  const { filter, employees } = found
  const sort = list.state.sort ?? 'name'
  const { items, page, ...range } = pageOf(sorted(employees, sort), list.state.page)
  const countLine = useRef<HTMLParagraphElement>(null)

  return (
    <>
      <ListCount ref={countLine}>
        {isFiltered(filter) ? wording.matches(employees.length) : wording.count(employees.length)}
      </ListCount>
      {employees.length === 0 ? (
        <NoMatches list={list} title={wording.noMatches}>
          {wording.noMatchesDetail}
        </NoMatches>
      ) : (
        <EmployeeTable
          employees={items}
          focusAfterRow={countLine}
          sort={{
            by: sort,
            columns: sortColumns,
            onSort: (by) => list.setFilters({ sort: by === 'name' ? undefined : by }),
          }}
          {...table}
        />
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
