import { useQuery } from '@tanstack/react-query'
import { statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { ListFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import type { List } from '#portal/screen/list-state.ts'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { type ClientFilters, clientQueries, type StatusFilter } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

type ClientList = List<ClientFilters>

export function ClientListFilters({ list, searchBox }: { list: ClientList; searchBox: SearchBox }) {
  return (
    <ListFilters className="client-filters" list={list} searchBox={searchBox} searchLabel={wording.search}>
      <StatusFilterField list={list} />
      <CheckboxField
        className="client-filters-without-note"
        label={wording.withoutNote}
        checked={list.state.notes !== undefined}
        onChange={(event) =>
          list.narrow({
            notes: event.currentTarget.checked ? 'missing-this-week' : undefined,
            status: undefined,
          })
        }
      />
    </ListFilters>
  )
}

const statusOptions = [
  { value: '', label: wording.all },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
]

/** Notes are expected of active clients: while those without one are shown it says so, and nothing else can be chosen. */
function StatusFilterField({ list: { state, narrow } }: { list: ClientList }) {
  const offersUnknown = useHasUnknown() || state.status === unknownStatus
  const options = offersUnknown
    ? [...statusOptions, { value: unknownStatus, label: unknownStatus }]
    : statusOptions
  const shown = state.notes ? 'active' : (state.status ?? '')
  return (
    <SelectField
      label={wording.status}
      aria-disabled={state.notes ? true : undefined}
      value={shown}
      onChange={(event) =>
        narrow({ status: (event.currentTarget.value || undefined) as StatusFilter | undefined })
      }
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value} disabled={state.notes !== undefined && value !== shown}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

/** Decision 36: 'Unknown' is offered only while such records exist. */
function useHasUnknown(): boolean {
  return (useQuery(clientQueries.summary('all')).data?.counts.Unknown ?? 0) > 0
}
