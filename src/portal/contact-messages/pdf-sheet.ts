import type { jsPDF } from 'jspdf'
import { fewestLines } from '#portal/downloads/fewest-lines.ts'
import type { DrawnLine, Pen } from './drawn-lines.ts'
import type { Measure } from './set-text.ts'
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

/** Points: what a cell's text may take. */
export const cellWidths = columns.map(({ width }) => width - gap)

/** Pages of a table that goes on as long as there are rows. `y` is where the next thing is set. */
export function openSheet(doc: jsPDF, pen: Pen, { confidential }: { confidential: string }) {
  let y = page.margin

  function write(text: string, x: number, baseline: number, size: number = type.size) {
    doc.setFontSize(size)
    doc.text(text, x, baseline)
  }

  /** Lines below each other, the first on that baseline; those that are drawn and of one side are one picture. */
  function set(lines: readonly Line[], x: number, baseline: number, width: number) {
    let row = 0
    while (row < lines.length) {
      const first = lines[row] ?? ''
      const at = baseline + row * type.line
      if (typeof first === 'string') {
        write(first, x, at)
        row += 1
        continue
      }
      const drawn: DrawnLine[] = []
      for (const line of lines.slice(row)) {
        if (typeof line === 'string' || line.fromRight !== first.fromRight) break
        drawn.push(line)
      }
      const picture = pen.draw(drawn)
      const left = first.fromRight ? x + width - picture.width : x
      // Named by its place: to name it by what it shows, jsPDF would go through it all.
      const name = `${doc.getNumberOfPages()}/${x}/${at}`
      doc.addImage(picture.address, 'JPEG', left, at - type.size, picture.width, picture.height, name)
      row += drawn.length
    }
  }

  function title(text: string) {
    y += type.title * 1.35
    write(text, sheet.left, y - type.title * 0.3, type.title)
  }

  function paragraph(lines: readonly Line[]) {
    set(lines, sheet.left, y + type.size, sheet.width)
    y += lines.length * type.line
  }

  function tableHead() {
    doc.setFillColor(232, 232, 232)
    doc.rect(sheet.left, y, sheet.width, headHeight, 'F')
    let x = sheet.left
    for (const { header, width } of columns) {
      write(header, x + gap / 2, y + padding + type.size)
      x += width
    }
    y += headHeight
  }

  function turn() {
    doc.addPage()
    y = page.margin
    tableHead()
  }

  /** The cells' lines from one to another, all of which the page has room for. */
  function part(cells: readonly Line[][], from: number, to: number) {
    let x = sheet.left
    for (const [number, { width }] of columns.entries()) {
      set(cells[number]?.slice(from, to) ?? [], x + gap / 2, y + padding + type.size, width - gap)
      x += width
    }
    y += (to - from) * type.line + 2 * padding
    doc.setDrawColor(190, 190, 190)
    doc.setLineWidth(0.5)
    doc.line(sheet.left, y, sheet.left + sheet.width, y)
  }

  return {
    title,
    paragraph,
    tableHead,
    space(height: number) {
      y += height
    },
    /** A row stays whole on one page; one that is higher than a page is divided between two lines. */
    row(cells: readonly Line[][]) {
      const lines = Math.max(...cells.map(({ length }) => length))
      const room = () => Math.floor((bottom - y - 2 * padding) / type.line)
      const onFullPage = Math.floor((bottom - page.margin - headHeight - 2 * padding) / type.line)
      if (lines <= onFullPage && lines > room()) turn()
      let from = 0
      while (from < lines) {
        if (room() < Math.min(fewestLines, lines - from)) turn()
        const to = Math.min(lines, from + room())
        part(cells, from, to)
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
        write(confidential, sheet.left, baseline, type.small)
        write(label, sheet.left + sheet.width - font.widthOf(label) * type.small, baseline, type.small)
      }
    },
  }
}
