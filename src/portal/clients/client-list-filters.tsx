import { useQuery } from '@tanstack/react-query'
import { statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { ListFilters } from '#portal/lists/list-filters.tsx'
import type { List } from '#portal/lists/list-state.ts'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { clientListWording as wording } from './list-wording.ts'
import { type ClientFilters, clientQueries, type StatusFilter } from './queries.ts'

type ClientList = List<ClientFilters>

export function ClientListFilters({ list }: { list: ClientList }) {
  return (
    <ListFilters list={list} searchLabel={wording.search}>
      <StatusFilterField list={list} />
      <CheckboxField
        label={wording.withoutNote}
        checked={list.state.notes !== undefined}
        onChange={(event) =>
          list.setFilters({
            notes: event.currentTarget.checked ? 'missing-this-week' : undefined,
            status: undefined,
            sort: undefined,
          })
        }
      />
      <AddedFilterField list={list} />
    </ListFilters>
  )
}

const statusOptions = [
  { value: '', label: wording.all },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
]

/** Notes are expected only about active clients: the filter for a missing note fixes the status to Active. */
function StatusFilterField({ list: { state, setFilters } }: { list: ClientList }) {
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
        setFilters({ status: (event.currentTarget.value || undefined) as StatusFilter | undefined })
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

/** Offered while it applies: the dashboard's counts lead to a list filtered by it. */
function AddedFilterField({ list: { state, setFilters } }: { list: ClientList }) {
  if (!state.added) return null
  const { last30, last7 } = wording.addedIn
  return (
    <SelectField
      label={wording.added}
      options={[
        { value: '', label: wording.all },
        { value: 'last30', label: last30 },
        { value: 'last7', label: last7 },
      ]}
      value={state.added}
      onChange={(event) =>
        setFilters({ added: (event.currentTarget.value || undefined) as ClientFilters['added'] })
      }
    />
  )
}

/** docs/product.md 36: 'Unknown' is offered only while such records exist. */
function useHasUnknown(): boolean {
  return (useQuery(clientQueries.summary('all')).data?.counts.Unknown ?? 0) > 0
}
