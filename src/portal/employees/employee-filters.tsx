import type { Role } from '#contract/access/roles.ts'
import { ListFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { ListPlace } from './list-place.ts'
import { roleOptions } from './role-options.ts'
import { employeeScreenWording } from './wording.ts'

const wording = employeeScreenWording.list

export function EmployeeFilters({ place, searchBox }: { place: ListPlace; searchBox: SearchBox }) {
  return (
    <ListFilters
      className="employee-filters"
      place={place}
      searchBox={searchBox}
      searchLabel={wording.search}
    >
      <SelectField
        label={wording.role}
        options={[{ value: '', label: wording.allRoles }, ...roleOptions]}
        value={place.address.role ?? ''}
        onChange={(event) => place.filterBy((event.currentTarget.value || undefined) as Role | undefined)}
      />
    </ListFilters>
  )
}
