import type { jsPDF } from 'jspdf'
import type { TextFont } from './text-font.ts'
import { messageWording } from './wording.ts'

const wording = messageWording.pdf

/** Points. US Letter, with a margin of one inch on every side (§5, decision 60). */
const page = { width: 612, height: 792, margin: 72 }
export const sheet = { left: page.margin, width: page.width - 2 * page.margin }

export const type = { size: 9, line: 12, small: 8, title: 16 } as const

const columns = [
  { header: messageWording.columns.name, width: 84 },
  { header: messageWording.columns.email, width: 104 },
  { header: messageWording.columns.message, width: 174 },
  { header: messageWording.columns.received, width: 106 },
] as const

const gap = 8
const padding = 5
const headHeight = type.line + 2 * padding
/** The foot's line, and the air above it. */
const footHeight = 22
const bottom = page.height - page.margin - footHeight

/** In points at a size of one: what a cell's text may take. */
export const cellWidths = columns.map(({ width }) => (width - gap) / type.size)

/** Fewer lines of a row at the foot of a page are not worth the reader's turning back. */
const fewestLines = 3

/** Pages of a table that goes on as long as there are rows. `y` is where the next thing is set. */
export function openSheet(doc: jsPDF, { confidential }: { confidential: string }) {
  let y = page.margin

  function write(text: string | string[], x: number, baseline: number, size: number = type.size) {
    doc.setFontSize(size)
    doc.text(text, x, baseline, { lineHeightFactor: type.line / type.size })
  }

  function line(text: string, size: number = type.size) {
    y += size * 1.35
    write(text, sheet.left, y - size * 0.3, size)
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
  function part(cells: readonly string[][], from: number, to: number) {
    let x = sheet.left
    for (const [number, { width }] of columns.entries()) {
      const lines = cells[number]?.slice(from, to) ?? []
      if (lines.length > 0) write(lines, x + gap / 2, y + padding + type.size)
      x += width
    }
    y += (to - from) * type.line + 2 * padding
    doc.setDrawColor(190, 190, 190)
    doc.setLineWidth(0.5)
    doc.line(sheet.left, y, sheet.left + sheet.width, y)
  }

  return {
    line,
    tableHead,
    space(height: number) {
      y += height
    },
    /** A row stays whole on one page; one that is higher than a page is divided between two lines. */
    row(cells: readonly string[][]) {
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
    /** A line below the table, on the last page or one more. */
    closing(text: string) {
      if (y + 2 * type.line > bottom) {
        doc.addPage()
        y = page.margin
      }
      y += type.line
      line(text)
    },
    /** The foot of every page, now that it is known how many there are. */
    foot(font: TextFont) {
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
