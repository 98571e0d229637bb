import type { AcroForm } from './acro-form.ts'
import { drawFrames } from './draw-frames.ts'
import type { Caption, Cell, FormLayout, SectionLayout, TableLayout, TableRow, Widget } from './layout.ts'
import type { Typeface } from './typeface.ts'

type Structure = PDFKit.PDFStructureElement

export interface Sheet {
  doc: PDFKit.PDFDocument
  type: Typeface
  fields: AcroForm
}

/** Draws the form in the order in which one reads it: that is the order of the tab key, too. */
export function drawForm(sheet: Sheet, layout: FormLayout): void {
  drawFrames(sheet.doc, layout)
  const root = sheet.doc.struct('Document')
  sheet.doc.addStructure(root)
  const say = (tag: string, ...captions: Caption[]) => root.add(words(sheet, tag, captions))
  say('P', ...layout.provider)
  say('P', ...layout.details)
  say('H1', layout.title)
  say('P', layout.version)
  say('P', layout.purpose)
  for (const section of layout.sections) drawSection(sheet, root, section)
  root.end()
}

function drawSection(sheet: Sheet, root: Structure, { title, notice, cells }: SectionLayout): void {
  const part = open(sheet, root, 'Sect')
  part.add(words(sheet, 'H2', [title]))
  if (notice.length > 0) part.add(words(sheet, 'P', notice))
  for (const cell of cells) drawCell(sheet, part, cell)
}

function drawCell(sheet: Sheet, part: Structure, cell: Cell): void {
  if (cell.table) {
    drawTable(sheet, part, cell.field.label, cell.table)
    return
  }
  const group = open(sheet, part, 'Div')
  const label = [cell.label, cell.hint].filter((caption) => caption !== null)
  if (label.length > 0) group.add(words(sheet, 'P', label))
  if (cell.widgets.some(({ option }) => option !== undefined)) {
    const list = open(sheet, group, 'L')
    for (const widget of cell.widgets)
      drawWidget(sheet, open(sheet, open(sheet, list, 'LI'), 'LBody'), widget)
  } else for (const widget of cell.widgets) drawWidget(sheet, group, widget)
}

function drawTable(sheet: Sheet, part: Structure, title: string, table: TableLayout): void {
  const frame = open(sheet, part, 'Table', { title })
  const head = open(sheet, frame, 'TR')
  for (const caption of table.heads) {
    head.add(words(sheet, 'TH', [caption], { scope: 'Column' }))
  }
  for (const row of table.rows) drawRow(sheet, open(sheet, frame, 'TR'), row)
}

function drawRow(sheet: Sheet, row: Structure, { name, widgets }: TableRow): void {
  if (name) row.add(words(sheet, 'TH', [name], { scope: 'Row' }))
  for (const widget of widgets) {
    const cell = open(sheet, row, 'TD')
    if (widget) drawWidget(sheet, cell, widget)
  }
}

function drawWidget(sheet: Sheet, place: Structure, widget: Widget): void {
  sheet.fields.add(widget, open(sheet, place, 'Form'))
  if (widget.caption) place.add(words(sheet, 'Span', [widget.caption]))
}

function open({ doc }: Sheet, parent: Structure, tag: string, options: object = {}): Structure {
  const element = doc.struct(tag, options)
  parent.add(element)
  return element
}

/** A blank parts each line from the next, which a reader of the structure alone would join to one word. */
function words(
  { doc, type }: Sheet,
  tag: string,
  lines: readonly Caption[],
  options: object = {},
): Structure {
  return doc.struct(tag, options, () => {
    for (const [number, { text, x, baseline, style }] of lines.entries())
      type.write(number < lines.length - 1 ? `${text} ` : text, x, baseline, style)
  })
}
