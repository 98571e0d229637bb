import { type ClientStatus, clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'
import { StatusBadge } from '#portal/clients/status-badge.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { dashboardWording } from './wording.ts'

export type Counts = Record<ClientStatus | typeof unknownStatus, number>

type Row = { status: ClientStatus | null; count: number; share: string }

/** Decision 36: 'Unknown' is a row while there are such records. */
export function rowsOf(counts: Counts, total: number): Row[] {
  const row = (status: ClientStatus | null): Row => {
    const count = counts[status ?? unknownStatus]
    return { status, count, share: `${total === 0 ? '0.0' : ((count / total) * 100).toFixed(1)}%` }
  }
  return [...clientStatuses.map(row), ...(counts[unknownStatus] > 0 ? [row(null)] : [])]
}

const { columns: headers, breakdown } = dashboardWording

const columns: Column<Row>[] = [
  {
    key: 'status',
    header: headers.status,
    rowHeader: true,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'clients',
    header: headers.clients,
    align: 'end',
    cell: ({ count, share }) => dashboardWording.count(count, share),
  },
]

export function StatusCounts(props: { counts: Counts; total: number; refreshing: boolean }) {
  return (
    <Card title={breakdown} className="dashboard-breakdown">
      <DataTable
        caption={breakdown}
        hideCaption
        columns={columns}
        rows={rowsOf(props.counts, props.total)}
        rowKey={({ status }) => status ?? unknownStatus}
        narrow="scroll"
        refreshing={props.refreshing}
      />
    </Card>
  )
}
