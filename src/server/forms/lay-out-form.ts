import { type Control, cellControl, controlsOfField } from '#contract/forms/controls.ts'
import type { Form, FormField, FormSection, TableField } from '#contract/forms/form.ts'
import type { Organization } from '#contract/organization/schema.ts'
import {
  box,
  type Caption,
  type Cell,
  column,
  contentWidth,
  type FormLayout,
  heights,
  inset,
  type Rect,
  type SectionLayout,
  sheet,
  styles,
  type TableRow,
  type Widget,
} from './layout.ts'
import { letterhead } from './letterhead.ts'
import type { Typeface } from './typeface.ts'

const betweenSections = 4
const betweenOptions = 12
const besideBox = 3.5
const beforeHint = 4
/** From the top of a cell to the line that its label stands on. */
const labelBaseline = 8.5
/** A row with lines to write on gets a greater part of the free room; more than this would look empty. */
const mostGrowth = { lines: 60, other: 4 }

type Growth = Record<keyof typeof mostGrowth, number>

/** Lays a form out on one sheet; what the letterhead leaves free goes to the fields with lines to write on. */
export function layOutForm(form: Form, organization: Organization, type: Typeface): FormLayout {
  const head = letterhead(form, organization, type)
  const bottom = sheet.height - sheet.bottom
  const growth = growthOf(form, bottom - head.bottom, type)
  let top = head.bottom
  const sections = form.sections.map((section) => {
    const placed = placeSection(section, top, growth, type)
    top += placed.height + betweenSections
    return placed
  })
  const over = top - betweenSections - bottom
  if (over > 0.01) type.overflows.push(`The sheet is ${over.toFixed(1)} points too short.`)
  return { ...head, sections }
}

function growthOf(form: Form, room: number, type: Typeface): Growth {
  const needed = form.sections
    .map((section) => sectionHeight(section, { lines: 0, other: 0 }, type) + betweenSections)
    .reduce((sum, height) => sum + height, -betweenSections)
  const free = Math.max(0, room - needed)
  const rows = form.sections.flatMap((section) => section.rows)
  const growing = rows.filter(hasLines).length
  const others = rows.length - growing
  const first = growing ? Math.min(mostGrowth.lines, (free * 0.7) / growing) : 0
  const other = Math.min(mostGrowth.other, (free - first * growing) / others)
  return { other, lines: growing ? Math.min(mostGrowth.lines, (free - other * others) / growing) : 0 }
}

const hasLines = (row: readonly FormField[]) => row.some(({ kind }) => kind === 'lines')

function sectionHeight(section: FormSection, growth: Growth, type: Typeface): number {
  const rows = section.rows.map((row) => rowHeight(row, growth, type))
  return rows.reduce((sum, height) => sum + height, headHeight(noticeLines(section, type)))
}

function noticeLines({ notice }: FormSection, type: Typeface): string[] {
  return notice ? type.lines(notice, styles.notice, contentWidth - 2 * inset) : []
}

function headHeight({ length }: string[]): number {
  return heights.band + (length ? length * heights.notice + 3 : 0)
}

function placeSection(section: FormSection, top: number, growth: Growth, type: Typeface): SectionLayout {
  const left = sheet.side + inset
  const right = sheet.side + contentWidth
  const lines = noticeLines(section, type)
  const notice = lines.map((text, number) => {
    const baseline = top + heights.band + (number + 1) * heights.notice - 1
    return type.caption(text, styles.notice, left, baseline, right)
  })
  const cellsTop = top + headHeight(lines)
  let y = cellsTop
  const cells = section.rows.flatMap((row) => {
    const height = rowHeight(row, growth, type)
    let x: number = sheet.side
    const placed = row.map((field) => {
      const width = field.width * column
      const cell = placeField(section, field, { x, y, width, height }, type)
      x += width
      return cell
    })
    y += height
    return placed
  })
  const title = type.caption(section.title, styles.section, left, top + 10, right)
  return {
    ...{ x: sheet.side, y: top, width: contentWidth, height: y - top },
    ...{ section, title, notice, cells, cellsTop },
  }
}

function rowHeight(row: readonly FormField[], growth: Growth, type: Typeface): number {
  const least = Math.max(...row.map((field) => leastHeight(field, field.width * column, type)))
  return least + (hasLines(row) ? growth.lines : growth.other)
}

/** The least height of a field in a cell of that width. */
function leastHeight(field: FormField, width: number, type: Typeface): number {
  switch (field.kind) {
    case 'lines':
      return heights.label + field.lines * heights.writtenLine + 2
    case 'choice':
    case 'choices':
      return heights.label + flow(field.options, width, type).lines * heights.option + 2
    case 'checkbox':
      return heights.option + 3
    case 'table':
      return heights.tableHead + field.rows.length * heights.tableRow
    case 'signature':
      return heights.label + heights.signature
    default:
      return heights.label + heights.field + 1
  }
}

function placeField(section: FormSection, field: FormField, frame: Rect, type: Typeface): Cell {
  if (field.kind === 'table') return placeTable(section, field, frame, type)
  const controls = controlsOfField(section, field)
  const [control] = controls
  if (!control) throw new Error(`${field.id} has nothing to fill in.`)
  const cell = { ...frame, title: field.label, table: null }
  if (field.kind === 'checkbox') {
    const top = frame.y + (frame.height - box) / 2
    const widget = placeBox(control, field.label, { ...frame, x: frame.x + inset, y: top }, frame, type)
    return { ...cell, words: [], widgets: [widget] }
  }
  const words = placeWords(field, frame, type)
  if (field.kind === 'choice' || field.kind === 'choices')
    return { ...cell, words, widgets: placeOptions(field.options, controls, frame, type) }
  return { ...cell, words, widgets: [{ ...writingRoom(field.kind, frame), control }] }
}

/** At the foot of the cell: what is typed is as large as its field is high, and should not outgrow its label. */
function writingRoom(kind: FormField['kind'], { x, y, width, height }: Rect): Rect {
  const free = height - heights.label - 1
  const used = kind === 'lines' ? free : Math.min(free, heights.field)
  return { x: x + 1, y: y + height - 1 - used, width: width - 2, height: used }
}

/** The label, and beside it how to answer, if that fits; a screen reader gets it in any case. */
function placeWords(field: Exclude<FormField, TableField>, frame: Rect, type: Typeface): Caption[] {
  const baseline = frame.y + labelBaseline
  const right = frame.x + frame.width
  const text = field.required ? `${field.label} *` : field.label
  const label = type.caption(text, styles.label, frame.x + inset, baseline, right)
  const advice = field.kind === 'date' ? 'MM/DD/YYYY' : field.hint
  if (!advice) return [label]
  const x = label.x + type.width(text, styles.label) + beforeHint
  if (x + type.width(advice, styles.hint) > right - inset) return [label]
  return [label, { text: advice, style: styles.hint, x, baseline }]
}

/** Boxes with their words, in the middle of what the label leaves free. One of a choice shares its control. */
function placeOptions(
  options: readonly string[],
  controls: readonly Control[],
  frame: Rect,
  type: Typeface,
): Widget[] {
  const { places, lines } = flow(options, frame.width, type)
  const free = frame.height - heights.label - lines * heights.option
  return places.map(({ option, left, line }, number) => {
    const x = frame.x + inset + left
    const y = frame.y + heights.label + free / 2 + line * heights.option + 1
    const control = controls[number] ?? (controls[0] as Control)
    return { ...placeBox(control, option, { x, y }, frame, type), option }
  })
}

function placeBox(
  control: Control,
  text: string,
  { x, y }: Pick<Rect, 'x' | 'y'>,
  frame: Rect,
  type: Typeface,
): Widget {
  const right = frame.x + frame.width
  const caption = type.caption(text, styles.option, x + box + besideBox, y + 8, right)
  return { x, y, width: box, height: box, control, caption }
}

/** Options stand side by side as long as there is room, then on the next line. */
function flow(options: readonly string[], width: number, type: Typeface) {
  let left = 0
  let line = 0
  const places = options.map((option) => {
    const needed = box + besideBox + type.width(option, styles.option)
    if (left > 0 && left + needed > width - 2 * inset) {
      left = 0
      line += 1
    }
    const place = { option, left, line }
    left += needed + betweenOptions
    return place
  })
  return { places, lines: line + 1 }
}

function placeTable(section: FormSection, field: TableField, frame: Rect, type: Typeface): Cell {
  const columns = columnsOf(field, frame)
  const own = field.named ? columns.slice(1) : columns
  const height = (frame.height - heights.tableHead) / field.rows.length
  const heads = columns.map(({ label, x, width }) =>
    type.caption(label, styles.label, x + inset, frame.y + labelBaseline, x + width),
  )
  const rows = field.rows.map((row, number): TableRow => {
    const y = frame.y + heights.tableHead + number * height
    const [first] = columns
    const name =
      field.named && first
        ? type.caption(row, styles.option, first.x + inset, y + height / 2 + 3, first.x + first.width)
        : null
    const widgets = field.columns.map((one, place): Widget | null => {
      const control = cellControl(section, field, row, one)
      const { x, width } = own[place] ?? frame
      if (!control) return null
      if (one.kind === 'checkbox')
        return { x: x + (width - box) / 2, y: y + (height - box) / 2, width: box, height: box, control }
      return { x: x + 1, y: y + 0.5, width: width - 2, height: height - 1, control }
    })
    return { y, name, widgets }
  })
  const widgets = rows.flatMap((row) => row.widgets.filter((widget) => widget !== null))
  const table = { heads, rows, dividers: columns.slice(1).map(({ x }) => x) }
  return { ...frame, title: field.label, words: [], widgets, table }
}

function columnsOf({ named, columns }: TableField, frame: Rect) {
  const shares = [...(named ? [named] : []), ...columns]
  const whole = shares.reduce((sum, { width }) => sum + width, 0)
  let x = frame.x
  return shares.map(({ label, width: share }) => {
    const width = (share / whole) * frame.width
    x += width
    return { label, x: x - width, width }
  })
}
