import type { Role } from '#contract/access/roles.ts'
import { ListFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import type { List } from '#portal/screen/list-state.ts'
import { SelectField } from '#ui/select-field.tsx'
import type { EmployeeFilters } from './queries.ts'
import { roleOptions } from './role-options.ts'
import { employeeScreenWording } from './wording.ts'

const wording = employeeScreenWording.list

type EmployeeListFiltersProps = { list: List<EmployeeFilters>; searchBox: SearchBox }

export function EmployeeListFilters({ list, searchBox }: EmployeeListFiltersProps) {
  return (
    <ListFilters className="employee-filters" list={list} searchBox={searchBox} searchLabel={wording.search}>
      <SelectField
        label={wording.role}
        options={[{ value: '', label: wording.allRoles }, ...roleOptions]}
        value={list.state.role ?? ''}
        onChange={(event) =>
          list.narrow({ role: (event.currentTarget.value || undefined) as Role | undefined })
        }
      />
    </ListFilters>
  )
}
