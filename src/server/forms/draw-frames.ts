import type { Cell, FormLayout, SectionLayout } from './layout.ts'
import { sign } from './letterhead.ts'
import { colors, contentWidth, heights, sheet } from './measures.ts'

const thin = 0.5

/** Everything that carries no words: a screen reader passes over it. */
export function drawFrames(doc: PDFKit.PDFDocument, layout: FormLayout): void {
  doc.markContent('Artifact', { type: 'Layout' })
  drawSign(doc)
  doc
    .moveTo(sheet.side, layout.rule)
    .lineTo(sheet.side + contentWidth, layout.rule)
    .lineWidth(1.5)
    .stroke(colors.strong)
  for (const section of layout.sections) drawSection(doc, section)
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

function drawSection(doc: PDFKit.PDFDocument, section: SectionLayout): void {
  const { x, y, width, height, cells, cellsTop } = section
  const ground = section.section.office ? colors.office : colors.band
  doc.rect(x, y, width, heights.band).fill(ground)
  if (section.section.office) doc.rect(x, cellsTop, width, y + height - cellsTop).fill(ground)
  for (const cell of cells) drawCell(doc, cell)
}

function drawCell(doc: PDFKit.PDFDocument, { x, y, width, height, table }: Cell): void {
  doc.lineWidth(thin).rect(x, y, width, height).stroke(colors.line)
  if (!table) return
  for (const row of table.rows) line(doc, x, row.y, x + width, row.y)
  for (const divider of table.dividers) line(doc, divider, y, divider, y + height)
}

function line(doc: PDFKit.PDFDocument, x1: number, y1: number, x2: number, y2: number): void {
  doc.moveTo(x1, y1).lineTo(x2, y2).lineWidth(thin).stroke(colors.line)
}
