import type { Control } from '#contract/forms/controls.ts'
import type { FormField, FormSection } from '#contract/forms/form.ts'
import type { Style } from './typeface.ts'

/* Where everything stands on the sheet, in points from its top left corner. */

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

export interface Caption {
  text: string
  style: Style
  x: number
  baseline: number
}

/** What the PDF shows of a control; a choice has one for each option. */
export interface Widget extends Rect {
  control: Control
  option?: string
  /** What stands beside the box. */
  caption?: Caption
}

export interface Cell extends Rect {
  field: FormField
  /** Before the widgets, but for a single checkbox, which has its words beside it. */
  label: Caption | null
  /** Beside the label, where there is room for it. */
  hint: Caption | null
  widgets: Widget[]
  table: TableLayout | null
}

export interface TableLayout {
  heads: Caption[]
  rows: TableRow[]
  /** The lines between columns. */
  dividers: number[]
}

export interface TableRow {
  y: number
  height: number
  name: Caption | null
  widgets: (Widget | null)[]
}

export interface SectionLayout extends Rect {
  section: FormSection
  title: Caption
  notice: Caption[]
  /** Below the title and the notice. */
  cells: Cell[]
  cellsTop: number
}

export interface FormLayout {
  provider: Caption[]
  details: Caption[]
  rule: number
  title: Caption
  version: Caption
  purpose: Caption
  sections: SectionLayout[]
  /** Sentences about what does not fit; there are none in a form that is good. */
  overflows: string[]
}
