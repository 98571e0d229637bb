import type { Form, FormField, FormSection } from '#contract/forms/form.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { findOverflows } from './find-overflows.ts'
import type { Cell, FormLayout, SectionLayout } from './layout.ts'
import { letterhead } from './letterhead.ts'
import { column, contentWidth, heights, inset, sheet, styles } from './measures.ts'
import { leastHeight, placeField } from './place-field.ts'
import type { Typeface } from './typeface.ts'

const betweenSections = 4
/** A row with lines to write on gets a greater part of the free room; more than this would look empty. */
const mostGrowth = { lines: 60, other: 4 }

/** Lays a form out on one sheet; what the letterhead leaves free goes to the fields with lines to write on. */
export function layOutForm(form: Form, organization: Organization, type: Typeface): FormLayout {
  const head = letterhead(form, organization, type)
  const growth = growthOf(form, sheet.height - sheet.bottom - head.bottom, type)
  let top = head.bottom
  const sections = form.sections.map((section) => {
    const placed = placeSection(section, top, growth, type)
    top += placed.height + betweenSections
    return placed
  })
  const layout: FormLayout = { ...head, sections, overflows: [] }
  return { ...layout, overflows: findOverflows(layout, type) }
}

interface Growth {
  lines: number
  other: number
}

function growthOf(form: Form, room: number, type: Typeface): Growth {
  const none = { lines: 0, other: 0 }
  const needed = form.sections
    .map((section) => placeSection(section, 0, none, type).height + betweenSections)
    .reduce((sum, height) => sum + height, -betweenSections)
  const free = Math.max(0, room - needed)
  const rows = form.sections.flatMap((section) => section.rows)
  const growing = rows.filter(hasLines).length
  const lines = Math.min(mostGrowth.lines, growing ? (free * 0.7) / growing : 0)
  const other = Math.min(mostGrowth.other, (free - lines * growing) / (rows.length - growing))
  return {
    other,
    lines: growing ? Math.min(mostGrowth.lines, (free - other * (rows.length - growing)) / growing) : 0,
  }
}

const hasLines = (row: readonly FormField[]) => row.some(({ kind }) => kind === 'lines')

function placeSection(section: FormSection, top: number, growth: Growth, type: Typeface): SectionLayout {
  const title = { text: section.title, style: styles.section, x: sheet.side + inset, baseline: top + 10 }
  const lines = section.notice ? type.lines(section.notice, styles.notice, contentWidth - 2 * inset) : []
  const notice = lines.map((text, number) => ({
    text,
    style: styles.notice,
    x: sheet.side + inset,
    baseline: top + heights.band + (number + 1) * heights.notice - 1,
  }))
  const cellsTop = top + heights.band + (lines.length ? lines.length * heights.notice + 3 : 0)
  let y = cellsTop
  const cells = section.rows.flatMap((row) => {
    const height = rowHeight(row, growth, type)
    const placed = placeRow(section, row, y, height, type)
    y += height
    return placed
  })
  return {
    section,
    x: sheet.side,
    y: top,
    width: contentWidth,
    height: y - top,
    title,
    notice,
    cells,
    cellsTop,
  }
}

function rowHeight(row: readonly FormField[], growth: Growth, type: Typeface): number {
  const least = Math.max(...row.map((field) => leastHeight(field, field.width * column, type)))
  return least + (hasLines(row) ? growth.lines : growth.other)
}

function placeRow(
  section: FormSection,
  row: readonly FormField[],
  y: number,
  height: number,
  type: Typeface,
): Cell[] {
  let x: number = sheet.side
  return row.map((field) => {
    const frame = { x, y, width: field.width * column, height }
    x += frame.width
    return placeField(section, field, frame, type)
  })
}
