import type { Form, FormField, FormSection, TableField } from '#contract/forms/form.ts'
import { box, boxGap, column, contentWidth, heights, inset, type Style, sheet, styles } from './sheet.ts'
import type { Typeface } from './typeface.ts'

export const betweenSections = 6
const betweenOptions = 14
/** Between a label and the hint beside it. */
const hintGap = 4
/** The most height that a row may gain; with more it would look empty. */
const maxGrowth = { lines: 4 * heights.written, other: 16 }

/** How much height to add to rows with lines for handwriting, and to other rows. */
export type Growth = Record<keyof typeof maxGrowth, number>

interface SheetPlan {
  sections: readonly FormSection[]
  /** Where the first one begins. */
  top: number
  growth: Growth
  /** By how much the content is too tall; negative if it fits. */
  over: number
}

/** Divides the sections between the two sheets so that both are about equally full. */
export function planSheets(
  { sections }: Pick<Form, 'sections'>,
  firstTop: number,
  type: Typeface,
): SheetPlan[] {
  const plans = sections
    .slice(1)
    .map((_, index) => [
      planSheet(sections.slice(0, index + 1), firstTop, type),
      planSheet(sections.slice(index + 1), sheet.top, type),
    ])
  const fullest = (sheets: SheetPlan[]) => Math.max(...sheets.map(({ over }) => over))
  return plans.toSorted((a, b) => fullest(a) - fullest(b))[0] ?? []
}

function planSheet(sections: readonly FormSection[], top: number, type: Typeface): SheetPlan {
  const needed = sections
    .map((section) => sectionHeight(section, { lines: 0, other: 0 }, type) + betweenSections)
    .reduce((sum, height) => sum + height, -betweenSections)
  const over = needed - (sheet.height - sheet.bottom - top)
  return { sections, top, growth: growthOf(sections, -over), over }
}

/** Fills the sheet: most of the free height becomes more lines for handwriting. */
function growthOf(sections: readonly FormSection[], free: number): Growth {
  const rows = sections.flatMap((section) => section.rows)
  const lineRows = rows.filter(hasLines).length
  const more = Math.floor(Math.max(0, free) / heights.written / Math.max(1, lineRows))
  const lines = Math.min(maxGrowth.lines, more * heights.written)
  const other = (free - lines * lineRows) / (rows.length - lineRows)
  return { lines, other: Math.max(0, Math.min(maxGrowth.other, other)) }
}

const hasLines = (row: readonly FormField[]) => row.some(({ kind }) => kind === 'lines')

export function sectionHeight(section: FormSection, growth: Growth, type: Typeface): number {
  const rows = section.rows.map((row) => rowHeight(row, growth, type))
  return rows.reduce((sum, height) => sum + height, headHeight(noticeLines(section, type)))
}

export function noticeLines({ notice }: FormSection, type: Typeface): string[] {
  return notice ? type.lines(notice, styles.text, contentWidth - 2 * inset) : []
}

export function headHeight({ length }: string[]): number {
  return heights.band + (length ? length * heights.text + 4 : 0)
}

export function rowHeight(row: readonly FormField[], growth: Growth, type: Typeface): number {
  const least = Math.max(...row.map((field) => minHeight(field, field.width * column, type)))
  return least + (hasLines(row) ? growth.lines : growth.other)
}

/** The least height of a field in a cell of that width. */
function minHeight(field: FormField, width: number, type: Typeface): number {
  if (field.kind === 'table') {
    const { head, rows } = tableHeights(field, width, type)
    return rows.reduce((sum, height) => sum + height, head)
  }
  if (field.kind === 'checkbox') return heights.option + 6
  const label = labelHeight(field, width, type)
  switch (field.kind) {
    case 'lines':
      return label + field.lines * heights.written
    case 'choice':
    case 'choices':
      return label + flowOptions(field.options, width, type).lines * heights.option + 2
    case 'signature':
      return label + heights.signature
    default:
      return label + heights.written
  }
}

type PlainField = Exclude<FormField, TableField>

/** A piece of a label: its line, counted from 0, and how far from its left edge it begins. */
interface LabelPiece {
  text: string
  style: Style
  line: number
  left: number
}

/** The label, with its hint beside or below it. A date's format appears only if it fits; the tooltip always has it. */
export function labelOf(field: PlainField, width: number, type: Typeface): LabelPiece[] {
  const space = width - 2 * inset
  const piecesOf = (text: string, style: Style, first: number) =>
    type
      .lines(text, style, space)
      .map((line, number) => ({ text: line, style, line: first + number, left: 0 }))
  const label = piecesOf(field.required ? `${field.label} *` : field.label, styles.text, 0)
  const hint = field.kind === 'date' ? 'MM/DD/YYYY' : field.hint
  const last = label.at(-1)
  if (!hint || !last) return label
  const left = type.width(last.text, last.style) + hintGap
  if (left + type.width(hint, styles.hint) <= space)
    return [...label, { text: hint, style: styles.hint, line: last.line, left }]
  return field.kind === 'date' ? label : [...label, ...piecesOf(hint, styles.hint, last.line + 1)]
}

export function labelHeight(field: PlainField, width: number, type: Typeface): number {
  return ((labelOf(field, width, type).at(-1)?.line ?? 0) + 1) * heights.text + 2
}

/** Options stand side by side while there is space, then on the next line. */
export function flowOptions(options: readonly string[], width: number, type: Typeface) {
  let left = 0
  let line = 0
  const positions = options.map((option) => {
    const needed = box + boxGap + type.width(option, styles.text)
    if (left > 0 && left + needed > width - 2 * inset) {
      left = 0
      line += 1
    }
    const position = { option, left, line }
    left += needed + betweenOptions
    return position
  })
  return { positions, lines: line + 1 }
}

/** The columns of a table, from its left edge. The first one may hold the names of the rows. */
export function columnsOf({ rowHeader, columns }: TableField, width: number) {
  const shares = [...(rowHeader ? [rowHeader] : []), ...columns]
  const whole = shares.reduce((sum, share) => sum + share.width, 0)
  let left = 0
  return shares.map(({ label, width: share }) => {
    const column = { label, left, width: (share / whole) * width }
    left += column.width
    return column
  })
}

/** The heights of a table's head and rows, whose names may take two lines. */
export function tableHeights(field: TableField, width: number, type: Typeface) {
  const columns = columnsOf(field, width)
  const linesIn = (text: string, index: number) =>
    type.lines(text, styles.text, (columns[index]?.width ?? width) - 2 * inset).length
  const head = Math.max(...columns.map(({ label }, index) => linesIn(label, index))) * heights.text + 3
  const rows = field.rows.map((name) =>
    Math.max(heights.written, field.rowHeader ? linesIn(name, 0) * heights.text + 4 : 0),
  )
  return { head, rows }
}
