import type { Control } from '#contract/forms/controls.ts'

/* The two sheets of US Letter paper and the sizes of everything drawn on them, in points (1/72 inch). */

export const sheet = { width: 612, height: 792, side: 30, top: 26, bottom: 44 } as const
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
  /** To write on. */
  rule: '#ccd6d9',
} as const

/** Nothing below 11 points, because people with weak eyes read the forms on paper. */
export const styles = {
  provider: { weight: 'bold', size: 13, color: colors.ink },
  details: { weight: 'regular', size: 11, color: colors.soft },
  title: { weight: 'bold', size: 18, color: colors.strong },
  text: { weight: 'regular', size: 11, color: colors.ink },
  section: { weight: 'bold', size: 12, color: colors.strong },
  hint: { weight: 'regular', size: 11, color: colors.soft },
} as const satisfies Record<string, Style>

export const heights = {
  band: 17,
  /** Of a line of text. */
  text: 13,
  /** The room for one line of handwriting. */
  written: 24,
  /** Typed text grows with the height of its field. */
  typed: 17,
  signature: 32,
  option: 18,
} as const

/** Between a cell's edge and its content. */
export const inset = 3
/** The size of a checkbox, and the gap between it and its text. */
export const box = 12
export const boxGap = 4
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
