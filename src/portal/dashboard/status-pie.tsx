import './status-pie.css'
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

const colorCount = 5

/** The table's numbers as a picture. Legend, colors and tooltip are those of docs/specification.md §2, §9. */
export function StatusPie({ rows }: { rows: StatusRow[] }) {
  const slices = slicesOf(rows)
  return (
    <div
      className="status-pie"
      role="img"
      aria-label="Pie chart of the client status breakdown, with the same numbers as the table"
    >
      <div className="status-pie-disk">
        {slices.map(({ row, color, outline, tooltipPlace }) => (
          <div key={row.label} style={{ color }}>
            <svg viewBox="-1 -1 2 2" aria-hidden="true">
              {/* With another outline it fades in again. */}
              <path key={outline} d={outline} />
            </svg>
            <span style={tooltipPlace}>
              {row.label}: {row.count.toLocaleString('en-US')} ({row.share})
            </span>
          </div>
        ))}
      </div>
      <div className="status-pie-legend row">
        {slices.map(({ row, color }) => (
          <span key={row.label} className="row">
            <svg aria-hidden="true" style={{ color }}>
              <rect width="100%" height="100%" />
            </svg>
            {row.label}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Clockwise from the top of a circle of radius 1. Each slice is two arcs, because one arc can't be a whole circle. */
function slicesOf(rows: StatusRow[]) {
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  let before = 0
  return rows.map((row, index) => {
    const [start, middle, end] = [before, before + row.count / 2, before + row.count]
    before = end
    const [x, y] = pointAt(middle / total)
    const arcs = `A1 1 0 0 1 ${x},${y}A1 1 0 0 1 ${pointAt(end / total)}`
    return {
      row,
      color: `var(--color-chart-${(index % colorCount) + 1})`,
      outline: row.count > 0 ? `M0 0L${pointAt(start / total)}${arcs}Z` : undefined,
      tooltipPlace: { left: `${50 + 25 * x}%`, top: `${50 + 25 * y}%` },
    }
  })
}

function pointAt(turn: number): [x: number, y: number] {
  const angle = 2 * Math.PI * turn
  return [Math.sin(angle), -Math.cos(angle)]
}
