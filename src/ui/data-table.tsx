import './data-table.css'
import './data-table-cards.css'
import { type Key, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { tableRoles as roles } from './table-roles.ts'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** The cell that names its row; the first column when none says so. */
  rowHeader?: boolean
  align?: 'start' | 'end'
  /** Too short to be broken: a number, a date, a phone number. */
  oneLine?: boolean
  /** In a card: with its header's words, or without them at the start or the end of a line that two cells share. */
  inCard?: 'labeled' | 'start' | 'end'
}

type DataTableProps<Row> = {
  caption: string
  hideCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** What becomes of the table when it has no room: each row a card, or a frame that scrolls. */
  narrow?: 'cards' | 'scroll'
  scrollHint?: string
  /** Rows are being replaced: they stay, on a darker ground, until the new ones are there. */
  refreshing?: boolean
}

export function DataTable<Row>({
  caption,
  hideCaption,
  columns,
  rows,
  rowKey,
  narrow = 'cards',
  scrollHint = 'Scroll sideways to see the rest',
  refreshing,
}: DataTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const captionId = useId()
  const overflows = useOverflow(frame, rows.length)
  const scrolling = overflows ? ({ tabIndex: 0, role: 'region', 'aria-labelledby': captionId } as const) : {}
  const header = columns.find((column) => column.rowHeader) ?? columns[0]
  return (
    <div className={`data-table data-table-${narrow}`}>
      {overflows && (
        <p className="data-table-hint">
          <Icon name="arrow-right" size="small" /> {scrollHint}
        </p>
      )}
      <div className="data-table-frame" ref={frame} {...scrolling} aria-busy={refreshing || undefined}>
        <table {...roles.table}>
          <caption id={captionId} className={hideCaption ? 'visually-hidden' : undefined}>
            {caption}
          </caption>
          <thead {...roles.group}>
            <tr {...roles.row}>
              {columns.map((column) => (
                <th key={column.key} scope="col" className={classOf(column)} {...roles.columnHeader}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...roles.group}>
            {rows.map((row) => (
              <tr key={rowKey(row)} {...roles.row}>
                {columns.map((column) => (
                  <TableCell key={column.key} column={column} row={row} heads={column === header} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function TableCell<Row>({ column, row, heads }: { column: Column<Row>; row: Row; heads: boolean }) {
  const content = (
    <>
      <span className="data-table-label" aria-hidden="true">
        {column.header}
      </span>
      <div className="data-table-value">{column.cell(row)}</div>
    </>
  )
  if (!heads) {
    return (
      <td className={classOf(column)} {...roles.cell}>
        {content}
      </td>
    )
  }
  return (
    <th scope="row" className={classOf(column)} {...roles.rowHeader}>
      {content}
    </th>
  )
}

function classOf<Row>({ align, oneLine, inCard }: Column<Row>): string | undefined {
  const names = classNames(
    align === 'end' && 'data-table-end',
    oneLine && 'data-table-one-line',
    inCard === 'start' && 'data-table-card-start',
    inCard === 'end' && 'data-table-card-end',
  )
  return names || undefined
}

function useOverflow(frame: RefObject<HTMLElement | null>, rowCount: number): boolean {
  const [overflows, setOverflows] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows can make the same frame overflow
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, rowCount])
  return overflows
}
