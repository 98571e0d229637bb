import { useQuery } from '@tanstack/react-query'
import { statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { ListFilters } from '#portal/lists/list-filters.tsx'
import type { List } from '#portal/lists/list-state.ts'
import { useSession } from '#portal/session/use-session.ts'
import { useWorkerFilter } from '#portal/workers/workers.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { type ClientFilters, clientQueries } from './queries.ts'

type ClientList = List<ClientFilters>

export function ClientListFilters({ list }: { list: ClientList }) {
  return (
    <ListFilters list={list} searchLabel="Search by name" searchHint="Also by phone, PMI or birth date">
      <StatusFilterField list={list} />
      <CheckboxField
        label="No note this week"
        checked={list.state.notes !== undefined}
        onChange={(event) =>
          list.setFilters({
            notes: event.currentTarget.checked ? 'missing-this-week' : undefined,
            status: undefined,
            sort: undefined,
          })
        }
      />
      <WorkerFilterField list={list} />
      <AddedFilterField list={list} />
      <MovedInFilterField list={list} />
    </ListFilters>
  )
}

const statusOptions = [
  { value: '', label: 'All' },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
]

/** Notes are expected only about active clients: the filter for a missing note fixes the status to Active. */
function StatusFilterField({ list: { state, selectFor } }: { list: ClientList }) {
  const offersUnknown = useHasUnknown() || state.status === unknownStatus
  const options = offersUnknown
    ? [...statusOptions, { value: unknownStatus, label: unknownStatus }]
    : statusOptions
  const selected = state.notes ? 'active' : (state.status ?? '')
  return (
    <SelectField
      label="Status"
      aria-disabled={state.notes ? true : undefined}
      {...selectFor('status')}
      value={selected}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value} disabled={state.notes !== undefined && value !== selected}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

function WorkerFilterField({ list }: { list: ClientList }) {
  const { sub } = useSession()
  // "By worker" on the dashboard links to all by their id, also to the person who is signed in.
  const chosen = list.state.worker === sub ? 'me' : list.state.worker
  const options = useWorkerFilter(chosen, [
    { value: '', label: 'Everyone' },
    { value: 'me', label: 'My clients' },
    { value: 'nobody', label: 'Unassigned' },
  ]).filter(({ value }) => value !== sub)
  return <SelectField label="Worker" options={options} {...list.selectFor('worker')} value={chosen ?? ''} />
}

/** Offered while it applies: the dashboard's counts lead to a list filtered by it. */
function AddedFilterField({ list }: { list: ClientList }) {
  if (!list.state.added) return null
  return (
    <SelectField
      label="Added"
      options={[
        { value: '', label: 'All' },
        { value: 'last30', label: 'Last 30 days' },
        { value: 'last7', label: 'Last 7 days' },
      ]}
      {...list.selectFor('added')}
    />
  )
}

/** The same for those who moved in. */
function MovedInFilterField({ list }: { list: ClientList }) {
  if (!list.state.movedIn) return null
  return (
    <SelectField
      label="Moved in"
      options={[
        { value: '', label: 'At any time' },
        { value: 'this-quarter', label: 'This quarter' },
      ]}
      {...list.selectFor('movedIn')}
    />
  )
}

/** docs/product.md 36: 'Unknown' is offered only while such records exist. */
function useHasUnknown(): boolean {
  return (useQuery(clientQueries.summary('all')).data?.counts.Unknown ?? 0) > 0
}
