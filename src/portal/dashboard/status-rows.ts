import { type ClientStatus, clientStatuses, statusLabels, unknownStatus } from '#contract/clients/statuses.ts'

export type Counts = Record<ClientStatus | typeof unknownStatus, number>

/** One line of the table and one slice of the pie: `share` is '57.1%', of all clients of the range. */
export interface StatusRow {
  status: ClientStatus | null
  label: string
  count: number
  share: string
}

/** docs/product.md 36: 'Unknown' is a row only while there are such records. */
export function rowsOf(counts: Counts, total: number): StatusRow[] {
  const row = (status: ClientStatus | null): StatusRow => {
    const count = counts[status ?? unknownStatus]
    const share = `${total === 0 ? '0.0' : ((count / total) * 100).toFixed(1)}%`
    return { status, label: status === null ? unknownStatus : statusLabels[status], count, share }
  }
  return [...clientStatuses.map(row), ...(counts[unknownStatus] > 0 ? [row(null)] : [])]
}
