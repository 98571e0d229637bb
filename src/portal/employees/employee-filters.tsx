import type { Role } from '#contract/access/roles.ts'
import { ListFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { EmployeeListState } from './list-state.ts'
import { roleOptions } from './role-options.ts'
import { employeeScreenWording } from './wording.ts'

const wording = employeeScreenWording.list

export function EmployeeFilters({ list, searchBox }: { list: EmployeeListState; searchBox: SearchBox }) {
  return (
    <ListFilters className="employee-filters" place={list} searchBox={searchBox} searchLabel={wording.search}>
      <SelectField
        label={wording.role}
        options={[{ value: '', label: wording.allRoles }, ...roleOptions]}
        value={list.address.role ?? ''}
        onChange={(event) => list.filterBy((event.currentTarget.value || undefined) as Role | undefined)}
      />
    </ListFilters>
  )
}
