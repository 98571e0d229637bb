import { statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { ListFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { ClientList, StatusFilter } from './list-state.ts'
import { useClientSummary } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

export function ClientFilters({ list, searchBox }: { list: ClientList; searchBox: SearchBox }) {
  return (
    <ListFilters className="client-filters" place={list} searchBox={searchBox} searchLabel={wording.search}>
      <StatusFilterField list={list} />
      <CheckboxField
        className="client-filters-silent"
        label={wording.silent}
        checked={list.address.withoutNote}
        onChange={(event) => list.onlyWithoutNote(event.currentTarget.checked)}
      />
    </ListFilters>
  )
}

const statusOptions = [
  { value: '', label: wording.all },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
]

/** Notes are expected of active clients: while those without one are shown it says so, and nothing else can be chosen. */
function StatusFilterField({ list: { address, filterBy } }: { list: ClientList }) {
  const offersUnknown = useHasUnknown() || address.status === unknownStatus
  const options = offersUnknown
    ? [...statusOptions, { value: unknownStatus, label: unknownStatus }]
    : statusOptions
  const shown = address.withoutNote ? 'active' : (address.status ?? '')
  return (
    <SelectField
      label={wording.status}
      aria-disabled={address.withoutNote || undefined}
      value={shown}
      onChange={(event) => filterBy((event.currentTarget.value || undefined) as StatusFilter | undefined)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value} disabled={address.withoutNote && value !== shown}>
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
