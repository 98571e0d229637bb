import { unknownStatus } from '#contract/clients/statuses.ts'
import { StatusBadge } from '#portal/clients/status-badge.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import type { StatusRow } from './status-rows.ts'
import { dashboardWording } from './wording.ts'

const { columns: headers, breakdown } = dashboardWording

const columns: Column<StatusRow>[] = [
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

export function StatusCounts({ rows, refreshing }: { rows: StatusRow[]; refreshing: boolean }) {
  return (
    <DataTable
      caption={breakdown}
      hideCaption
      columns={columns}
      rows={rows}
      rowKey={({ status }) => status ?? unknownStatus}
      narrow="scroll"
      refreshing={refreshing}
    />
  )
}
