import './status-breakdown.css'
import { useMemo } from 'react'
import { unknownStatus } from '#contract/clients/statuses.ts'
import type { SummaryRange } from '#portal/clients/queries.ts'
import { StatusBadge } from '#portal/clients/status-badge.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { StatusPie } from './status-pie.tsx'
import { type Counts, rowsOf, type StatusRow } from './status-rows.ts'
import { dashboardWording as wording } from './wording.ts'

export type Summary = { range: SummaryRange; total: number; counts: Counts }

/** §2: how many clients there are by status, as a pie and as the same numbers in a table. */
export function StatusBreakdown({ summary, refreshing }: { summary: Summary; refreshing: boolean }) {
  const { range, total, counts } = summary
  const rows = useMemo(() => rowsOf(counts, total), [counts, total])
  return (
    <Card title={wording.breakdown} className="status-breakdown">
      {total === 0 ? (
        <NoClients range={range} />
      ) : (
        <div className="status-breakdown-views">
          <StatusPie rows={rows} />
          <StatusCounts rows={rows} refreshing={refreshing} />
        </div>
      )}
    </Card>
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
    cell: ({ count, share }) => wording.count(count, share),
  },
]

function StatusCounts({ rows, refreshing }: { rows: StatusRow[]; refreshing: boolean }) {
  return (
    <DataTable
      caption={wording.breakdown}
      hideCaption
      columns={columns}
      rows={rows}
      rowKey={({ status }) => status ?? unknownStatus}
      narrow="scroll"
      refreshing={refreshing}
    />
  )
}
