import './status-breakdown.css'
import { unknownStatus } from '#contract/clients/statuses.ts'
import type { SummaryRange } from '#portal/clients/queries.ts'
import { StatusBadge } from '#portal/clients/status-badge.tsx'
import { listQuery } from '#portal/lists/list-state.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { Anchor } from '#ui/anchor.tsx'
import { LinkButton } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { type Counts, rowsOf, StatusPie, type StatusRow } from './status-pie.tsx'

const nobody = {
  all: 'No clients yet',
  last30: 'No clients were added in the last 30 days',
  last7: 'No clients were added in the last 7 days',
} as const satisfies Record<SummaryRange, string>

const nobodyDetail = {
  all: 'Add your first client to see the counts by status here.',
  last30: 'Choose “All Time” to see everyone on record.',
  last7: 'Choose a longer range to see more clients.',
} as const satisfies Record<SummaryRange, string>

export type Summary = { range: SummaryRange; total: number; counts: Counts }

/** The filter of the list with the clients of a range. */
export const addedIn = (range: SummaryRange) => ({ added: range === 'all' ? undefined : range })

/** The number of clients by status, as a pie and as a table whose numbers lead to those clients. */
export function StatusBreakdown({ summary, refreshing }: { summary: Summary; refreshing: boolean }) {
  const { range, total, counts } = summary
  const rows = rowsOf(counts, total)
  const clients = useAreaPath()('clients')
  if (total === 0) return <NoClients range={range} />
  const columns: Column<StatusRow>[] = [
    {
      key: 'status',
      header: 'Status',
      rowHeader: true,
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'clients',
      header: 'Clients',
      align: 'end',
      oneLine: true,
      cell: ({ status, count, share }) => (
        <span>
          <Anchor
            className="touch-line"
            href={`${clients}?${listQuery({ status: status ?? unknownStatus, ...addedIn(range) })}`}
          >
            {count.toLocaleString('en-US')}
          </Anchor>{' '}
          <span className="soft">({share})</span>
        </span>
      ),
    },
  ]
  return (
    <div className="status-breakdown-views">
      <StatusPie rows={rows} />
      <DataTable
        caption="Client Status Breakdown"
        columns={columns}
        rows={rows}
        rowKey={({ status }) => status ?? unknownStatus}
        narrow="scroll"
        refreshing={refreshing}
      />
    </div>
  )
}

function NoClients({ range }: { range: SummaryRange }) {
  const areaPath = useAreaPath()
  return (
    <EmptyState
      icon="users"
      title={nobody[range]}
      action={
        <LinkButton icon="plus" href={areaPath('addClient')}>
          Add a client
        </LinkButton>
      }
    >
      <p>{nobodyDetail[range]}</p>
    </EmptyState>
  )
}
