import { statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { ListFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { StatusFilter } from './list-address.ts'
import type { ListPlace } from './list-place.ts'
import { useClientSummary } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

export function ClientFilters({ place, searchBox }: { place: ListPlace; searchBox: SearchBox }) {
  return (
    <ListFilters className="client-filters" place={place} searchBox={searchBox} searchLabel={wording.search}>
      <StatusFilterField place={place} />
      <CheckboxField
        className="client-filters-silent"
        label={wording.silent}
        checked={place.address.silent}
        onChange={(event) => place.onlySilent(event.currentTarget.checked)}
      />
    </ListFilters>
  )
}

const statusOptions = [
  { value: '', label: wording.all },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
]

/** Notes are expected of active clients: while the silent are asked for it says so, and nothing else can be chosen. */
function StatusFilterField({ place: { address, filterBy } }: { place: ListPlace }) {
  const offersUnknown = useHasUnknown() || address.status === unknownStatus
  const options = offersUnknown
    ? [...statusOptions, { value: unknownStatus, label: unknownStatus }]
    : statusOptions
  const shown = address.silent ? 'active' : (address.status ?? '')
  return (
    <SelectField
      label={wording.status}
      aria-disabled={address.silent || undefined}
      value={shown}
      onChange={(event) => filterBy((event.currentTarget.value || undefined) as StatusFilter | undefined)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value} disabled={address.silent && value !== shown}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

/** Decision 36: 'Unknown' is offered only while such records exist. */
function useHasUnknown(): boolean {
  return (useClientSummary('all').data?.counts.Unknown ?? 0) > 0
}
