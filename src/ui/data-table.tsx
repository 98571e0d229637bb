import './data-table.css'
import { Fragment, type Key, type ReactNode, type RefObject, useId, useMemo, useRef } from 'react'
import { classNames } from './class-names.ts'
import { focusOnRemoval } from './focus-on-removal.ts'
import { Icon } from './icon.tsx'
import { useOverflow } from './use-overflow.ts'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Makes its cells the row headers; by default those of the first column. */
  rowHeader?: boolean
  align?: 'start' | 'end'
  /** Never wraps: for numbers, dates and phone numbers. */
  oneLine?: boolean
  /**
   * Where the cell is in a card: on a line of its own with its header as the label or, without a label, at the start or the
   * end of a line that two cells share, or before such a line. `none` leaves it out.
   */
  inCard?: 'labeled' | 'start' | 'end' | 'before' | 'none'
  /** A CSS length: as wide as this where there is space, and wider only for what can't wrap. */
  width?: string
  /** Left out in print. */
  screenOnly?: boolean
}

/** By which column the rows are ordered; `-` before its key reverses the order. */
export type TableSort = {
  /** Undefined for an order that no column names. */
  by: string | undefined
  columns: readonly string[]
  onSort: (by: string) => void
}

type DataTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** Below a row that is open, as wide as the table. */
  detail?: (row: Row) => ReactNode
  /** In narrow places, or on phones only, each row becomes a card; or the table scrolls in a frame. */
  narrow?: 'cards' | 'cards-on-phones' | 'scroll'
  sort?: TableSort | undefined
  /** Keeps the rows, on a darker background, while new ones are loading. */
  refreshing?: boolean
  /** Takes focus when the focused row is removed; by default the heading does. */
  focusAfterRow?: RefObject<HTMLElement | null> | undefined
}

/** Explicit, because Safari drops the implicit roles of table elements that are displayed as cards. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  detail,
  narrow = 'cards',
  sort,
  refreshing,
  focusAfterRow,
}: DataTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const captionId = useId()
  const overflows = useOverflow(frame, 'Width')
  const scrolling = overflows ? ({ tabIndex: 0, role: 'region', 'aria-labelledby': captionId } as const) : {}
  // Typing a letter does not draw them again, if the columns stay the same.
  const body = useMemo(() => {
    const header = columns.find((column) => column.rowHeader) ?? columns[0]
    return rows.map((row) => {
      const below = detail?.(row)
      return (
        <Fragment key={rowKey(row)}>
          <tr
            ref={focusOnRemoval(() => focusAfterRow?.current)}
            className={below ? 'data-table-open' : undefined}
            {...roles.row}
          >
            {columns.map((column) => (
              <TableCell key={column.key} column={column} row={row} isHeader={column === header} />
            ))}
          </tr>
          {below && (
            <tr className="data-table-detail" {...roles.row}>
              <td colSpan={columns.length} {...roles.cell}>
                {below}
              </td>
            </tr>
          )}
        </Fragment>
      )
    })
  }, [columns, rows, rowKey, detail, focusAfterRow])
  return (
    <div
      className={classNames(
        'data-table',
        narrow !== 'scroll' && 'data-table-cards',
        narrow === 'cards-on-phones' && 'data-table-few',
      )}
    >
      {overflows && (
        <p className="small-soft row screen-only">
          <Icon name="arrow-right" size="small" /> Scroll sideways to see the rest
        </p>
      )}
      <div className="data-table-frame" ref={frame} {...scrolling} aria-busy={refreshing || undefined}>
        <table {...roles.table}>
          <caption id={captionId} className="visually-hidden">
            {caption}
          </caption>
          <colgroup>
            {columns.map((column) => (
              <col key={column.key} className={classOf(column)} style={{ width: column.width }} />
            ))}
          </colgroup>
          <thead {...roles.group}>
            <tr {...roles.row}>
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody {...roles.group}>{body}</tbody>
        </table>
      </div>
    </div>
  )
}

type HeadCellProps<Row> = { column: Column<Row>; sort: TableSort | undefined }

function HeadCell<Row>({ column, sort }: HeadCellProps<Row>) {
  const { key, header } = column
  const [ascending, descending] = [key, `-${key}`]
  if (!sort?.columns.includes(key)) {
    return (
      <th scope="col" className={classOf(column)} {...roles.columnHeader}>
        {header}
      </th>
    )
  }
  const order = sort.by === ascending ? 'ascending' : sort.by === descending ? 'descending' : undefined
  // The first click sorts numbers from the highest, which people look for.
  const [first, second] = column.align === 'end' ? [descending, ascending] : [ascending, descending]
  return (
    <th scope="col" className={classOf(column)} aria-sort={order} {...roles.columnHeader}>
      <button
        type="button"
        className="data-table-sort"
        onClick={() => sort.onSort(sort.by === first ? second : first)}
      >
        {header}
        <Icon name="arrow-right" size="small" />
      </button>
    </th>
  )
}

function TableCell<Row>({ column, row, isHeader }: { column: Column<Row>; row: Row; isHeader: boolean }) {
  const value = <div className="data-table-value">{column.cell(row)}</div>
  if (!isHeader) {
    return (
      <td className={classOf(column)} data-label={column.header} {...roles.cell}>
        {value}
      </td>
    )
  }
  return (
    <th scope="row" className={classOf(column)} {...roles.rowHeader}>
      {value}
    </th>
  )
}

function classOf<Row>(column: Column<Row>): string | undefined {
  const { align, oneLine, inCard, screenOnly } = column
  const names = classNames(
    align === 'end' && 'data-table-end',
    oneLine && 'data-table-one-line',
    inCard && `data-table-card-${inCard}`,
    screenOnly && 'screen-only',
  )
  return names || undefined
}
