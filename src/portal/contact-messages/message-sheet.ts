import type { jsPDF } from 'jspdf'
import { fewestLines } from '#portal/downloads/files.ts'
import type { DrawnLine, Pen } from './drawn-lines.ts'
import type { Measure } from './pdf-text.ts'
import { messageWording } from './wording.ts'

const wording = messageWording.pdf

/** Points. US Letter, with a margin of one inch on every side. */
const page = { width: 612, height: 792, margin: 72 }
export const sheet = { left: page.margin, width: page.width - 2 * page.margin }

/** A line of text in the document's typeface, or one that is drawn. */
export type Line = string | DrawnLine

export const type = { size: 9, line: 12, small: 8, title: 16 } as const

const columns = [
  { header: messageWording.columns.name, width: 84 },
  { header: messageWording.columns.email, width: 112 },
  { header: messageWording.columns.message, width: 174 },
  { header: messageWording.columns.received, width: 98 },
] as const

const gap = 8
const padding = 5
const headHeight = type.line + 2 * padding
/** The foot's line, and the air above it. */
const footHeight = 22
const bottom = page.height - page.margin - footHeight
const linesOnPage = (y: number) => Math.floor((bottom - y - 2 * padding) / type.line)

/** Points: what a cell's text may take. */
export const cellWidths = columns.map(({ width }) => width - gap)

/** Pages of a table that goes on as long as there are rows. `y` is where the next thing is set. */
export function openSheet(doc: jsPDF, pen: Pen) {
  let y = page.margin

  function write(text: string, x: number, baseline: number, size: number = type.size) {
    doc.setFontSize(size)
    doc.text(text, x, baseline)
  }

  function draw(line: DrawnLine, x: number, baseline: number, width: number) {
    const { address, ...picture } = pen.draw(line)
    const left = line.fromRight ? x + width - picture.width : x
    // Named by its place: to name it by what it shows, jsPDF would go through it all.
    const name = `${doc.getNumberOfPages()}/${x}/${baseline}`
    doc.addImage(address, 'JPEG', left, baseline - type.size, picture.width, picture.height, name)
  }

  /** Lines below each other, the first on that baseline. */
  function set(lines: readonly Line[], x: number, baseline: number, width: number) {
    for (const [row, line] of lines.entries()) {
      const at = baseline + row * type.line
      if (typeof line === 'string') write(line, x, at)
      else draw(line, x, at, width)
    }
  }

  /** Cells beside each other, so many lines high. */
  function setRow(cells: readonly (readonly Line[])[], lines: number) {
    let x = sheet.left
    for (const [number, { width }] of columns.entries()) {
      set(cells[number] ?? [], x + gap / 2, y + padding + type.size, width - gap)
      x += width
    }
    y += lines * type.line + 2 * padding
  }

  function tableHead() {
    doc.setFillColor(232, 232, 232)
    doc.rect(sheet.left, y, sheet.width, headHeight, 'F')
    setRow(
      columns.map(({ header }) => [header]),
      1,
    )
  }

  function turn() {
    doc.addPage()
    y = page.margin
    tableHead()
  }

  return {
    /** The title, and below it what the table holds. */
    head(title: string, lines: readonly Line[]) {
      y += type.title * 1.35
      write(title, sheet.left, y - type.title * 0.3, type.title)
      set(lines, sheet.left, y + type.size, sheet.width)
      y += (lines.length + 1) * type.line
      tableHead()
    },
    /** A row stays whole on one page; one that is higher than a page is divided between two lines. */
    row(cells: readonly (readonly Line[])[]) {
      const lines = Math.max(...cells.map(({ length }) => length))
      if (lines <= linesOnPage(page.margin + headHeight) && lines > linesOnPage(y)) turn()
      let from = 0
      while (from < lines) {
        if (linesOnPage(y) < Math.min(fewestLines, lines - from)) turn()
        const to = Math.min(lines, from + linesOnPage(y))
        setRow(
          cells.map((cell) => cell.slice(from, to)),
          to - from,
        )
        doc.setDrawColor(190, 190, 190)
        doc.setLineWidth(0.5)
        doc.line(sheet.left, y, sheet.left + sheet.width, y)
        from = to
      }
    },
    /** The foot of every page, now that it is known how many there are. */
    foot(font: Measure) {
      const pages = doc.getNumberOfPages()
      const baseline = page.height - page.margin - 3
      for (let number = 1; number <= pages; number++) {
        doc.setPage(number)
        const label = wording.page(number, pages)
        write(wording.confidential, sheet.left, baseline, type.small)
        write(label, sheet.left + sheet.width - font.widthOf(label) * type.small, baseline, type.small)
      }
    },
  }
}
