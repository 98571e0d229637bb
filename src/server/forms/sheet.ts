import type { Control } from '#contract/forms/controls.ts'

/* A sheet of US Letter and the sizes of all that is drawn on it, in points (1/72 inch). */

export const sheet = { width: 612, height: 792, side: 30, top: 26, bottom: 26 } as const
export const contentWidth = sheet.width - 2 * sheet.side
/** A row has twelve columns. */
export const column = contentWidth / 12

export interface Style {
  weight: 'regular' | 'bold'
  size: number
  color: string
}

export const colors = {
  ink: '#1b2a2e',
  soft: '#3d4c50',
  strong: '#0e4a5a',
  band: '#e2eff2',
  office: '#f3ede2',
  line: '#7d8b90',
} as const

export const styles = {
  provider: { weight: 'bold', size: 11.5, color: colors.ink },
  details: { weight: 'regular', size: 9, color: colors.soft },
  title: { weight: 'bold', size: 17, color: colors.strong },
  purpose: { weight: 'regular', size: 9.5, color: colors.ink },
  section: { weight: 'bold', size: 9.5, color: colors.strong },
  label: { weight: 'regular', size: 8.5, color: colors.ink },
  hint: { weight: 'regular', size: 8, color: colors.soft },
  option: { weight: 'regular', size: 9, color: colors.ink },
  notice: { weight: 'regular', size: 8.5, color: colors.ink },
} as const satisfies Record<string, Style>

export const heights = {
  band: 13.5,
  label: 10.5,
  field: 15,
  signature: 20,
  writtenLine: 12,
  option: 13,
  notice: 10,
  tableHead: 11.5,
  tableRow: 15,
} as const

/** Between a cell's edge and its content. */
export const inset = 3
/** The size of a checkbox, and the gap between it and its text. */
export const box = 10
export const boxGap = 3.5
/** The logo before the provider's name. */
export const logo = { size: 24, gap: 8 }

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

/** A control in the PDF; a choice has a widget for each option. */
export interface Widget extends Rect {
  control: Control
  option?: string
}
