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
import { StatusPie } from './status-pie.tsx'
import { type Counts, rowsOf, type StatusRow } from './status-rows.ts'
import { dashboardWording as wording } from './wording.ts'

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
      header: wording.columns.status,
      rowHeader: true,
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'clients',
      header: wording.columns.clients,
      align: 'end',
      oneLine: true,
      cell: ({ status, count, share }) => (
        <span>
          <Anchor href={`${clients}?${listQuery({ status: status ?? unknownStatus, ...addedIn(range) })}`}>
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
        caption={wording.breakdown}
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
      title={wording.nobody[range]}
      action={
        <LinkButton icon="plus" href={areaPath('addClient')}>
          {wording.addClient}
        </LinkButton>
      }
    >
      <p>{wording.nobodyDetail[range]}</p>
    </EmptyState>
  )
}
