import { fewestLines } from '#portal/downloads/files.ts'

/** A row of the table as it would be on one long page. Pixels. */
export interface RowHeight {
  height: number
  /** How many lines the note has, and how high each of them is. */
  lines: number
  lineHeight: number
  /** What date and author need, on each page that a note is continued on. */
  otherCells: number
}

/** A row, or the lines `from` to `to` (exclusive) of one that is higher than a page. */
export interface RowPart {
  row: number
  from: number
  to: number
  isWhole: boolean
}

/** The height for rows, in pixels: the first page has less, because of the report's head. */
interface PageRoom {
  first: number
  others: number
}

/**
 * docs/product.md 32: pages break between rows, so that no note is cut. Only a note that is higher than a page is split,
 * between two of its lines. Without rows there is one empty page.
 */
export function pageBreaks(rows: readonly RowHeight[], room: PageRoom): RowPart[][] {
  const pages: RowPart[][] = [[]]
  let left = room.first

  function addPage() {
    pages.push([])
    left = room.others
  }

  function add(part: RowPart, height: number) {
    pages.at(-1)?.push(part)
    left -= height
  }

  for (const [index, row] of rows.entries()) {
    if (row.height > room.others) split(index, row)
    else {
      if (row.height > left) addPage()
      add({ row: index, from: 0, to: row.lines, isWhole: true }, row.height)
    }
  }
  return pages

  function split(index: number, { height, lines, lineHeight, otherCells }: RowHeight) {
    const around = height - lines * lineHeight
    let from = 0
    while (from < lines) {
      const fitting = left < around + otherCells ? 0 : Math.floor((left - around) / lineHeight)
      const isEmptyPage = pages.at(-1)?.length === 0 && left === room.others
      if (fitting < Math.min(fewestLines, lines - from) && !isEmptyPage) {
        addPage()
        continue
      }
      // At least one line, even on a page without space for it: the loop must end.
      const to = Math.min(lines, from + Math.max(1, fitting))
      const cell = Math.max(otherCells, (to - from) * lineHeight)
      add({ row: index, from, to, isWhole: false }, around + cell)
      from = to
    }
  }
}
