import type { Form, FormField, FormSection } from '#contract/forms/form.ts'
import { besideBox, box, column, contentWidth, heights, inset, styles } from './sheet.ts'
import type { Typeface } from './typeface.ts'

export const betweenSections = 4
const betweenOptions = 12
/** A row with lines to write on gets a greater part of the free room; more than this would look empty. */
const mostGrowth = { lines: 60, other: 4 }

export type Growth = Record<keyof typeof mostGrowth, number>

/** Shares the room that is left: most of it goes to rows with lines to write on. */
export function growthOf(form: Form, room: number, type: Typeface): Growth {
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

/** Options stand side by side as long as there is room, then on the next line. */
export function flow(options: readonly string[], width: number, type: Typeface) {
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
