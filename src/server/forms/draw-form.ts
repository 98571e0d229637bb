import type { AcroForm } from './acro-form.ts'
import {
  type Caption,
  type Cell,
  colors,
  contentWidth,
  type FormLayout,
  heights,
  type SectionLayout,
  sheet,
  sign,
  type TableLayout,
  type Widget,
} from './layout.ts'
import type { Typeface } from './typeface.ts'

type Structure = PDFKit.PDFStructureElement

interface Drawing {
  doc: PDFKit.PDFDocument
  type: Typeface
  fields: AcroForm
}

const thin = 0.5

/** Draws the form in the order in which one reads it: that is the order of the tab key, too. */
export function drawForm(drawing: Drawing, layout: FormLayout): void {
  drawFrames(drawing.doc, layout)
  const root = drawing.doc.struct('Document')
  drawing.doc.addStructure(root)
  const say = (tag: string, ...captions: Caption[]) => root.add(words(drawing, tag, captions))
  say('P', ...layout.provider)
  say('P', ...layout.details)
  say('H1', layout.title)
  say('P', layout.version)
  say('P', layout.purpose)
  for (const section of layout.sections) drawSection(drawing, root, section)
  root.end()
}

/** Everything that carries no words: a screen reader passes over it. */
function drawFrames(doc: PDFKit.PDFDocument, { rule, sections }: FormLayout): void {
  doc.markContent('Artifact', { type: 'Layout' })
  drawSign(doc)
  const right = sheet.side + contentWidth
  doc.moveTo(sheet.side, rule).lineTo(right, rule).lineWidth(1.5).stroke(colors.strong)
  for (const { section, x, y, width, height, cells, cellsTop } of sections) {
    const ground = section.office ? colors.office : colors.band
    doc.rect(x, y, width, heights.band).fill(ground)
    if (section.office) doc.rect(x, cellsTop, width, y + height - cellsTop).fill(ground)
    for (const cell of cells) drawFrame(doc, cell)
  }
  doc.endMarkedContent()
}

/** A house with a lit door. */
function drawSign(doc: PDFKit.PDFDocument): void {
  const { size } = sign
  const at = (x: number, y: number): [number, number] => [sheet.side + x * size, sheet.top + y * size]
  doc.polygon(at(0, 0.46), at(0.5, 0), at(1, 0.46), at(1, 0.56), at(0, 0.56)).fill(colors.strong)
  doc.rect(...at(0.12, 0.5), 0.76 * size, 0.5 * size).fill(colors.strong)
  doc.rect(...at(0.4, 0.62), 0.2 * size, 0.38 * size).fill('#f0a36b')
}

function drawFrame(doc: PDFKit.PDFDocument, { x, y, width, height, table }: Cell): void {
  doc.lineWidth(thin).rect(x, y, width, height).stroke(colors.line)
  for (const row of table?.rows ?? [])
    doc
      .moveTo(x, row.y)
      .lineTo(x + width, row.y)
      .stroke(colors.line)
  for (const divider of table?.dividers ?? [])
    doc
      .moveTo(divider, y)
      .lineTo(divider, y + height)
      .stroke(colors.line)
}

function drawSection(drawing: Drawing, root: Structure, { title, notice, cells }: SectionLayout): void {
  const part = open(drawing, root, 'Sect')
  part.add(words(drawing, 'H2', [title]))
  if (notice.length > 0) part.add(words(drawing, 'P', notice))
  for (const cell of cells) {
    if (cell.table) drawTable(drawing, part, cell.title, cell.table)
    else drawCell(drawing, part, cell)
  }
}

function drawCell(drawing: Drawing, part: Structure, { words: label, widgets }: Cell): void {
  const group = open(drawing, part, 'Div')
  if (label.length > 0) group.add(words(drawing, 'P', label))
  if (widgets.some(({ option }) => option !== undefined)) {
    const list = open(drawing, group, 'L')
    for (const widget of widgets)
      drawWidget(drawing, open(drawing, open(drawing, list, 'LI'), 'LBody'), widget)
  } else for (const widget of widgets) drawWidget(drawing, group, widget)
}

function drawTable(drawing: Drawing, part: Structure, title: string, table: TableLayout): void {
  const frame = open(drawing, part, 'Table', { title })
  const head = open(drawing, frame, 'TR')
  for (const caption of table.heads) head.add(words(drawing, 'TH', [caption], { scope: 'Column' }))
  for (const { name, widgets } of table.rows) {
    const row = open(drawing, frame, 'TR')
    if (name) row.add(words(drawing, 'TH', [name], { scope: 'Row' }))
    for (const widget of widgets) {
      const cell = open(drawing, row, 'TD')
      if (widget) drawWidget(drawing, cell, widget)
    }
  }
}

function drawWidget(drawing: Drawing, parent: Structure, widget: Widget): void {
  drawing.fields.add(widget, open(drawing, parent, 'Form'))
  if (widget.caption) parent.add(words(drawing, 'Span', [widget.caption]))
}

function open({ doc }: Drawing, parent: Structure, tag: string, options: object = {}): Structure {
  const element = doc.struct(tag, options)
  parent.add(element)
  return element
}

/** A blank parts each line from the next, which a reader of the structure alone would join to one word. */
function words({ doc, type }: Drawing, tag: string, lines: readonly Caption[], options: object = {}) {
  return doc.struct(tag, options, () => {
    for (const [number, line] of lines.entries())
      type.write(number < lines.length - 1 ? `${line.text} ` : line.text, line)
  })
}
