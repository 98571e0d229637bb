import type { Form, FormField, FormSection } from '#contract/forms/form.ts'
import { box, boxGap, column, contentWidth, heights, inset, styles } from './sheet.ts'
import type { Typeface } from './typeface.ts'

export const betweenSections = 4
const betweenOptions = 12
/** The most height that a row may gain; with more it would look empty. */
const maxGrowth = { lines: 60, other: 4 }

export type Growth = Record<keyof typeof maxGrowth, number>

/** How much higher each row becomes to fill the sheet: rows with lines to write on gain most of the free height. */
export function growthOf(form: Form, available: number, type: Typeface): Growth {
  const needed = form.sections
    .map((section) => sectionHeight(section, { lines: 0, other: 0 }, type) + betweenSections)
    .reduce((sum, height) => sum + height, -betweenSections)
  const free = Math.max(0, available - needed)
  const rows = form.sections.flatMap((section) => section.rows)
  const lineRows = rows.filter(hasLines).length
  const others = rows.length - lineRows
  const first = lineRows ? Math.min(maxGrowth.lines, (free * 0.7) / lineRows) : 0
  const other = Math.min(maxGrowth.other, (free - first * lineRows) / others)
  return { other, lines: lineRows ? Math.min(maxGrowth.lines, (free - other * others) / lineRows) : 0 }
}

const hasLines = (row: readonly FormField[]) => row.some(({ kind }) => kind === 'lines')

export function sectionHeight(section: FormSection, growth: Growth, type: Typeface): number {
  const rows = section.rows.map((row) => rowHeight(row, growth, type))
  return rows.reduce((sum, height) => sum + height, headHeight(noticeLines(section, type)))
}

export function noticeLines({ notice }: FormSection, type: Typeface): string[] {
  return notice ? type.lines(notice, styles.notice, contentWidth - 2 * inset) : []
}

export function headHeight({ length }: string[]): number {
  return heights.band + (length ? length * heights.notice + 3 : 0)
}

export function rowHeight(row: readonly FormField[], growth: Growth, type: Typeface): number {
  const least = Math.max(...row.map((field) => minHeight(field, field.width * column, type)))
  return least + (hasLines(row) ? growth.lines : growth.other)
}

/** The least height of a field in a cell of that width. */
function minHeight(field: FormField, width: number, type: Typeface): number {
  switch (field.kind) {
    case 'lines':
      return heights.label + field.lines * heights.writtenLine + 2
    case 'choice':
    case 'choices':
      return heights.label + flowOptions(field.options, width, type).lines * heights.option + 2
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

/** Options stand side by side while there is space, then on the next line. */
export function flowOptions(options: readonly string[], width: number, type: Typeface) {
  let left = 0
  let line = 0
  const positions = options.map((option) => {
    const needed = box + boxGap + type.width(option, styles.option)
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
