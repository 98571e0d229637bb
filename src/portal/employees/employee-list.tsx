import { useQuery } from '@tanstack/react-query'
import { employeeFields } from '#contract/employees/fields.ts'
import type { Employee } from '#contract/employees/schema.ts'
import { screens } from '#contract/paths.ts'
import { NoMatches } from '#portal/lists/list-filters.tsx'
import { isFiltered, type List } from '#portal/lists/list-state.ts'
import { pageOfAll } from '#portal/lists/page-query.ts'
import { RecordList } from '#portal/lists/record-list.tsx'
import { plural } from '#portal/screen/plural.ts'
import { EmployeeTable, type RowActionProps } from './employee-table.tsx'
import { type EmployeeFilters, employeeQuery, sortColumns } from './queries.ts'

/** Few enough rows for an old computer. */
const perPage = 100

/** From the server's order, which is by name. Birth dates that are missing come first. */
function sorted<Row extends Employee>(employees: readonly Row[], by: string): Row[] {
  const compare = {
    name: () => 0,
    dob: (a: Row, b: Row) => (a.dob ?? '').localeCompare(b.dob ?? ''),
    role: (a: Row, b: Row) =>
      employeeFields.role.choices[a.role].localeCompare(employeeFields.role.choices[b.role]),
  }[by.replace('-', '')]
  const ordered = employees.toSorted(compare)
  return by.startsWith('-') ? ordered.toReversed() : ordered
}

export function EmployeeList({ list, ...actions }: RowActionProps & { list: List<EmployeeFilters> }) {
  const query = useQuery(employeeQuery(list.state))
  const sort = list.state.sort ?? 'name'
  const { data } = query
  const found = data && { ...data, items: sorted(data.items, sort) }
  const none = {
    title: 'No employees match',
    detail: 'Try a shorter part of the name or another role, or clear the filters.',
  }
  return (
    <RecordList
      list={list}
      query={{ ...query, data: found && pageOfAll(found, list.state.page, perPage) }}
      perPage={perPage}
      title={screens.userManagement.title}
      loading="Loading employees…"
      loadFailed="Failed to load employees."
      count={({ state, total, items: [first] }) => {
        if (first?.isSimilar) return `${none.title}. Similar names:`
        return `${plural(total, 'employee', 'employees')}${isFiltered(state) ? ' found' : ''}`
      }}
      emptyPage={{ icon: 'users', ...none }}
      nothing={() => (
        <NoMatches list={list} title={none.title}>
          {none.detail}
        </NoMatches>
      )}
    >
      {(shown) => (
        <EmployeeTable
          {...shown}
          {...actions}
          sort={{
            by: sort,
            columns: sortColumns,
            onSort: (by) => list.setFilters({ sort: by === 'name' ? undefined : by }),
          }}
        />
      )}
    </RecordList>
  )
}
