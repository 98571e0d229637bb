import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '#contract/access/permissions.ts'
import { daysAfter } from '#contract/calendar-date.ts'
import type { Workload } from '#contract/employees/schema.ts'
import { unsignedDays } from '#contract/service-log/findings.ts'
import { call } from '#portal/calls/call.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { listQuery } from '#portal/lists/list-state.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { today } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { workerLabel } from '#portal/workers/workers.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'

const workloadsQuery = queryOptions({
  queryKey: ['workers', 'workloads'],
  queryFn: ({ signal }) => call('GET /workers/workloads', {}, { signal }),
  staleTime: 0,
})

/** They come by name, nobody last. Those with equal numbers stay in that order. */
function sorted(workloads: readonly Workload[], by: string): readonly Workload[] {
  const key = by.replace('-', '') as keyof Workload
  const valueIn = (workload: Workload) =>
    key === 'name' ? workloads.indexOf(workload) : Number(workload[key])
  return workloads.toSorted((a, b) => (valueIn(a) - valueIn(b)) * (by === key ? 1 : -1))
}

/** Each worker's workload, for managers and above. */
export function useWorkloads() {
  const { role } = useSession()
  return useQuery({ ...workloadsQuery, enabled: can(role, 'workers:read-workloads') })
}

/** Each number leads to its list. Absent for roles without workloads. */
export function Workloads({ query }: { query: ReturnType<typeof useWorkloads> }) {
  const columns = useColumns(query.data ?? [])
  const [sort, setSort] = useState('name')
  if (query.isPending && !query.isFetching) return null
  return (
    <Card title="By worker" className="workloads number-cards">
      <Loaded
        query={query}
        waiting={<LoadingSkeleton label="Counting by worker…" />}
        failed="Unable to count by worker."
      >
        {(workloads) =>
          workloads.length > 0 ? (
            <DataTable
              caption="By worker"
              columns={columns}
              rows={sorted(workloads, sort)}
              sort={{ by: sort, columns: columns.map(({ key }) => key), onSort: setSort }}
              rowKey={({ id }) => id ?? 'nobody'}
            />
          ) : (
            <p className="soft">No clients are assigned yet, and there are no unsigned notes.</p>
          )
        }
      </Loaded>
    </Card>
  )
}

function useColumns(workloads: readonly Workload[]): Column<Workload>[] {
  const areaPath = useAreaPath()
  const clients = areaPath('clients')
  const firstDay = daysAfter(today(), -unsignedDays)
  const nameOf = ({ name, email }: Workload) => name && workerLabel({ name, email }, workloads)
  const number = (
    key: 'clients' | 'withoutNote' | 'overdueFollowUps' | 'unsignedNotes',
    header: string,
    hrefOf: (worker: string) => string,
  ): Column<Workload> => ({
    key,
    header,
    align: 'end',
    inCard: 'labeled',
    cell: (workload) =>
      workload[key] === 0 ? (
        '0'
      ) : (
        <Anchor
          className="touch-line"
          href={hrefOf(workload.id ?? 'nobody')}
          aria-label={`${header}, ${nameOf(workload) ?? 'unassigned'}: ${workload[key].toLocaleString('en-US')}`}
        >
          {workload[key].toLocaleString('en-US')}
        </Anchor>
      ),
  })
  return [
    {
      key: 'name',
      header: 'Worker',
      rowHeader: true,
      width: '9rem',
      cell: (workload) => {
        const name = nameOf(workload)
        return name === null ? 'Unassigned' : <bdi>{name}</bdi>
      },
    },
    number('clients', 'Clients', (worker) => `${clients}?${listQuery({ worker })}`),
    number(
      'withoutNote',
      'No note this week',
      (worker) => `${clients}?${listQuery({ notes: 'missing-this-week', worker })}`,
    ),
    number(
      'overdueFollowUps',
      'Overdue follow-ups',
      (worker) => `${areaPath('dashboard')}?${listQuery({ 'follow-ups': worker })}`,
    ),
    number(
      'unsignedNotes',
      `Unsigned, last ${unsignedDays} days`,
      (author) => `${areaPath('serviceLog')}?${listQuery({ from: firstDay, author, without: 'signature' })}`,
    ),
  ]
}
