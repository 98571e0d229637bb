import type { UseQueryResult } from '@tanstack/react-query'
import { employeeFields } from '#contract/employees/fields.ts'
import type { Employee } from '#contract/employees/schema.ts'
import { screens } from '#contract/paths.ts'
import { NoMatches } from '#portal/lists/list-filters.tsx'
import { isFiltered, type List, type PageOf } from '#portal/lists/list-state.ts'
import { RecordList } from '#portal/lists/record-list.tsx'
import { plural } from '#portal/screen/plural.ts'
import { EmployeeTable, type RowActionProps } from './employee-table.tsx'
import { type EmployeeFilters, type FoundEmployees, sortColumns } from './queries.ts'

/** Few enough rows for an old computer. */
export const employeesPerPage = 100

/** Pages are counted from 1; a page after the last one is the last one. */
export function pageOf<Row>(rows: readonly Row[], page: number): PageOf<{ page: number }, Row> {
  const last = Math.max(1, Math.ceil(rows.length / employeesPerPage))
  const current = Math.min(page, last)
  const items = rows.slice((current - 1) * employeesPerPage, current * employeesPerPage)
  const nextCursor = current < last ? String(current + 1) : null
  return { items, total: rows.length, nextCursor, perPage: employeesPerPage, state: { page: current } }
}

/** From the server's order, which is by name. Birth dates that are missing come first. */
export function sorted(employees: readonly Employee[], by: string): readonly Employee[] {
  const compare = {
    name: () => 0,
    dob: (a: Employee, b: Employee) => (a.dob ?? '').localeCompare(b.dob ?? ''),
    role: (a: Employee, b: Employee) =>
      employeeFields.role.choices[a.role].localeCompare(employeeFields.role.choices[b.role]),
  }[by.replace('-', '')]
  const ordered = employees.toSorted(compare)
  return by.startsWith('-') ? ordered.toReversed() : ordered
}

type EmployeeListProps = RowActionProps & {
  list: List<EmployeeFilters>
  query: UseQueryResult<FoundEmployees>
}

/** The server sends all employees; they are sorted and divided into pages here. */
export function EmployeeList({ list, query, ...actions }: EmployeeListProps) {
  const { data } = query
  const sort = list.state.sort ?? 'name'
  const isSimilar = data?.employees[0]?.isSimilar ?? false
  const page = data && { ...pageOf(sorted(data.employees, sort), list.state.page), filter: data.filter }
  const refreshing = query.isPlaceholderData || !list.isDebounced
  const none = {
    title: 'No employees match',
    detail: 'Try a shorter part of the name or another role, or clear the filters.',
  }
  return (
    <RecordList
      list={list}
      query={{ ...query, data: page }}
      refreshing={refreshing}
      title={screens.userManagement.title}
      loading="Loading employees…"
      loadFailed="Failed to load employees."
      count={({ filter, total }) => {
        if (isSimilar) return `${none.title}. Similar names:`
        return `${plural(total, 'employee', 'employees')}${isFiltered(filter) ? ' found' : ''}`
      }}
      emptyPage={{ icon: 'users', ...none }}
      nothing={() => (
        <NoMatches list={list} title={none.title}>
          {none.detail}
        </NoMatches>
      )}
    >
      {({ items }, countLine) => (
        <EmployeeTable
          employees={items}
          focusAfterRow={countLine}
          sort={{
            by: sort,
            columns: sortColumns,
            onSort: (by) => list.setFilters({ sort: by === 'name' ? undefined : by }),
          }}
          refreshing={refreshing}
          {...actions}
        />
      )}
    </RecordList>
  )
}
