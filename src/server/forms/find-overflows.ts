import type { Caption, Cell, FormLayout, Rect } from './layout.ts'
import { contentWidth, sheet } from './measures.ts'
import type { Typeface } from './typeface.ts'

/** Everything that stands beyond its frame, by the layout's own measure. */
export function findOverflows(layout: FormLayout, type: Typeface): string[] {
  const page: Rect = { x: sheet.side, y: 0, width: contentWidth, height: sheet.height - sheet.bottom }
  const { provider, details, title, version, purpose, sections } = layout
  const beside = { ...page, width: version.x - page.x }
  const notices = sections.flatMap(({ notice }) => notice)
  return [
    ...[...provider, ...details, purpose, ...notices].flatMap((line) => beyond(line, page, type)),
    ...beyond(title, beside, type),
    ...tooHigh(sections, page),
    ...sections.flatMap(({ cells }) => cells.flatMap((cell) => inCell(cell, type))),
  ]
}

function tooHigh(sections: readonly Rect[], page: Rect): string[] {
  const over = Math.max(...sections.map(({ y, height }) => y + height)) - page.height
  return over > 0.01 ? [`The sheet is ${over.toFixed(1)} points too short.`] : []
}

function inCell(cell: Cell, type: Typeface): string[] {
  const captions = [cell.label, cell.hint, ...cell.widgets.map(({ caption }) => caption)]
  const words = captions.flatMap((caption) => (caption ? beyond(caption, cell, type) : []))
  return [...words, ...inTable(cell, type)]
}

function inTable({ table, x, width, y, height }: Cell, type: Typeface): string[] {
  if (!table) return []
  const edges = [x, ...table.dividers, x + width]
  const column = (number: number): Rect => {
    const left = edges[number] ?? x
    return { x: left, y, width: (edges[number + 1] ?? left) - left, height }
  }
  const heads = table.heads.flatMap((head, number) => beyond(head, column(number), type))
  return [...heads, ...table.rows.flatMap(({ name }) => (name ? beyond(name, column(0), type) : []))]
}

function beyond({ text, style, x }: Caption, frame: Rect, type: Typeface): string[] {
  const over = x + type.width(text, style) - (frame.x + frame.width)
  return over > 0 ? [`“${text}” is ${over.toFixed(1)} points too long.`] : []
}
