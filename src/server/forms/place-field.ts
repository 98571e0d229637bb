import { controlsOfField } from '#contract/forms/controls.ts'
import type { FormField, FormSection, TableField } from '#contract/forms/form.ts'
import type { Caption, Cell, Rect } from './layout.ts'
import { heights, inset, styles } from './measures.ts'
import { optionLines, placeCheckbox, placeOptions } from './place-options.ts'
import { placeTable } from './place-table.ts'
import type { Typeface } from './typeface.ts'
import { pdfWording } from './wording.en.ts'

const beforeHint = 4

/** The least height of a field in a cell of that width. */
export function leastHeight(field: FormField, width: number, type: Typeface): number {
  switch (field.kind) {
    case 'lines':
      return heights.label + field.lines * heights.writtenLine + 2
    case 'choice':
    case 'choices':
      return heights.label + optionLines(field.options, width, type) * heights.option + 2
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

export function placeField(section: FormSection, field: FormField, frame: Rect, type: Typeface): Cell {
  if (field.kind === 'table') return placeTable(section, field, frame)
  const controls = controlsOfField(section, field)
  const [control] = controls
  if (!control) throw new Error(`${field.id} has nothing to fill in.`)
  const cell = { ...frame, field, table: null }
  if (field.kind === 'checkbox') {
    return { ...cell, label: null, hint: null, widgets: [placeCheckbox(control, field.label, frame)] }
  }
  const words = placeWords(field, frame, type)
  if (field.kind === 'choice' || field.kind === 'choices') {
    const owner = (number: number) => (field.kind === 'choice' ? control : (controls[number] ?? control))
    return { ...cell, ...words, widgets: placeOptions(field.options, owner, frame, type) }
  }
  return { ...cell, ...words, widgets: [{ ...writingPlace(field.kind, frame), control }] }
}

/** At the foot of the cell: what is typed is as large as its field is high, and should not outgrow its label. */
function writingPlace(kind: FormField['kind'], { x, y, width, height }: Rect): Rect {
  const free = height - heights.label - 1
  const used = kind === 'lines' ? free : Math.min(free, heights.field)
  return { x: x + 1, y: y + height - 1 - used, width: width - 2, height: used }
}

/** The label, and beside it how to answer, if that fits; a screen reader gets it in any case. */
function placeWords(field: Exclude<FormField, TableField>, frame: Rect, type: Typeface) {
  const baseline = frame.y + 8.5
  const text = field.required ? `${field.label} *` : field.label
  const label: Caption = { text, style: styles.label, x: frame.x + inset, baseline }
  const advice = field.kind === 'date' ? pdfWording.date : field.hint
  if (!advice) return { label, hint: null }
  const x = label.x + type.width(text, styles.label) + beforeHint
  const fits = x + type.width(advice, styles.hint) <= frame.x + frame.width - inset
  return { label, hint: fits ? { text: advice, style: styles.hint, x, baseline } : null }
}
