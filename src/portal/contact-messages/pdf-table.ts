import type { jsPDF } from 'jspdf'
import { fewestLines } from '#portal/downloads/files.ts'
import type { ImageLine, LineRenderer } from './line-images.ts'
import type { TextMeasure } from './pdf-text.ts'

/** Points. US Letter, with a margin of one inch on every side. */
const page = { width: 612, height: 792, margin: 72 }
export const sheet = { left: page.margin, width: page.width - 2 * page.margin }

/** A line of text in the document's font, or an image of one. */
export type Line = string | ImageLine

export const type = { size: 9, line: 12, small: 8, title: 16 } as const

const columns = [
  { header: 'Name', width: 84 },
  { header: 'Email', width: 112 },
  { header: 'Message', width: 174 },
  { header: 'Received', width: 98 },
] as const

const gap = 8
const padding = 5
const headHeight = type.line + 2 * padding
/** The footer's line, and the space above it. */
const footHeight = 22
const bottom = page.height - page.margin - footHeight
const linesOnPage = (y: number) => Math.floor((bottom - y - 2 * padding) / type.line)

/** The width of a cell's text, in points. */
export const cellWidths = columns.map(({ width }) => width - gap)

/** A table over as many pages as it needs. `y` is where the next row starts. */
export function createPdfTable(doc: jsPDF, lineRenderer: LineRenderer) {
  let y = page.margin

  function write(text: string, x: number, baseline: number, size: number = type.size) {
    doc.setFontSize(size)
    doc.text(text, x, baseline)
  }

  function draw(line: ImageLine, x: number, baseline: number, width: number) {
    const { address, ...image } = lineRenderer.draw(line)
    const left = line.fromRight ? x + width - image.width : x
    // Without a name jsPDF would hash the whole image.
    const name = `${doc.getNumberOfPages()}/${x}/${baseline}`
    doc.addImage(address, 'JPEG', left, baseline - type.size, image.width, image.height, name)
  }

  /** `baseline` is that of the first line. */
  function writeLines(lines: readonly Line[], x: number, baseline: number, width: number) {
    for (const [row, line] of lines.entries()) {
      const at = baseline + row * type.line
      if (typeof line === 'string') write(line, x, at)
      else draw(line, x, at, width)
    }
  }

  /** `lines` is the height of the row. */
  function writeRow(cells: readonly (readonly Line[])[], lines: number) {
    let x = sheet.left
    for (const [number, { width }] of columns.entries()) {
      writeLines(cells[number] ?? [], x + gap / 2, y + padding + type.size, width - gap)
      x += width
    }
    y += lines * type.line + 2 * padding
  }

  function tableHead() {
    doc.setFillColor(232, 232, 232)
    doc.rect(sheet.left, y, sheet.width, headHeight, 'F')
    writeRow(
      columns.map(({ header }) => [header]),
      1,
    )
  }

  function addPage() {
    doc.addPage()
    y = page.margin
    tableHead()
  }

  return {
    /** The title, and below it lines about the table. */
    head(title: string, lines: readonly Line[]) {
      y += type.title * 1.35
      write(title, sheet.left, y - type.title * 0.3, type.title)
      writeLines(lines, sheet.left, y + type.size, sheet.width)
      y += (lines.length + 1) * type.line
      tableHead()
    },
    /** A row stays on one page unless it is higher than a page. */
    row(cells: readonly (readonly Line[])[]) {
      const lines = Math.max(...cells.map(({ length }) => length))
      if (lines <= linesOnPage(page.margin + headHeight) && lines > linesOnPage(y)) addPage()
      let from = 0
      while (from < lines) {
        if (linesOnPage(y) < Math.min(fewestLines, lines - from)) addPage()
        const to = Math.min(lines, from + linesOnPage(y))
        writeRow(
          cells.map((cell) => cell.slice(from, to)),
          to - from,
        )
        doc.setDrawColor(190, 190, 190)
        doc.setLineWidth(0.5)
        doc.line(sheet.left, y, sheet.left + sheet.width, y)
        from = to
      }
    },
    /** On every page, once their number is known. */
    foot(font: TextMeasure) {
      const pages = doc.getNumberOfPages()
      const baseline = page.height - page.margin - 3
      for (let number = 1; number <= pages; number++) {
        doc.setPage(number)
        const label = `Page ${number} of ${pages}`
        write(
          'Confidential: messages from people in need. Keep this safe, and shred it after use.',
          sheet.left,
          baseline,
          type.small,
        )
        write(label, sheet.left + sheet.width - font.widthOf(label) * type.small, baseline, type.small)
      }
    },
  }
}
