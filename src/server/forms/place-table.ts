import { cellControl } from '#contract/forms/controls.ts'
import type { FormSection, TableColumn, TableField } from '#contract/forms/form.ts'
import type { Cell, Rect, TableRow, Widget } from './layout.ts'
import { box, heights, inset, styles } from './measures.ts'
import { boxAt } from './place-options.ts'

interface Column {
  label: string
  x: number
  width: number
}

export function placeTable(section: FormSection, field: TableField, frame: Rect): Cell {
  const columns = columnsOf(field, frame)
  const own = field.named ? columns.slice(1) : columns
  const height = (frame.height - heights.tableHead) / field.rows.length
  const rows = field.rows.map((row, number): TableRow => {
    const y = frame.y + heights.tableHead + number * height
    const name = { text: row, style: styles.option, x: frame.x + inset, baseline: y + height / 2 + 3 }
    const widgets = field.columns.map((column, place) => {
      const { x, width } = own[place] ?? frame
      return placeCell(section, field, row, column, { x, y, width, height })
    })
    return { y, height, name: field.named ? name : null, widgets }
  })
  const heads = columns.map(({ label, x }) => ({
    text: label,
    style: styles.label,
    x: x + inset,
    baseline: frame.y + 8.5,
  }))
  const widgets = rows.flatMap((row) => row.widgets.filter((widget) => widget !== null))
  const table = { heads, rows, dividers: columns.slice(1).map(({ x }) => x) }
  return { ...frame, field, label: null, hint: null, widgets, table }
}

function columnsOf({ named, columns }: TableField, frame: Rect): Column[] {
  const shares = [...(named ? [named] : []), ...columns]
  const whole = shares.reduce((sum, { width }) => sum + width, 0)
  let right = frame.x
  return shares.map((share) => {
    const x = right
    const width = (share.width / whole) * frame.width
    right += width
    return { label: share.label, x, width }
  })
}

function placeCell(
  section: FormSection,
  field: TableField,
  row: string,
  column: TableColumn,
  { x, y, width, height }: Rect,
): Widget | null {
  const control = cellControl(section, field, row, column)
  if (!control) return null
  if (column.kind !== 'checkbox')
    return { x: x + 1, y: y + 0.5, width: width - 2, height: height - 1, control }
  return { ...boxAt(x + (width - box) / 2, y + (height - box) / 2), control }
}
