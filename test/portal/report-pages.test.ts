import { describe, expect, it } from 'vitest'
import { pageBreaks, type RowHeight } from '#portal/notes/report/page-breaks.ts'

const around = 17
const lineHeight = 20
const row = (lines: number, otherCells = 40): RowHeight => ({
  height: around + Math.max(otherCells, lines * lineHeight),
  lines,
  lineHeight,
  otherCells,
})
const room = { first: 500, others: 900 }

/** What stands on each page, as '3' for a whole row and '3:0-20' for some of its lines. */
function layout(rows: RowHeight[], on = room): string[][] {
  return pageBreaks(rows, on).map((parts) =>
    parts.map(({ row, from, to, isWhole }) => (isWhole ? `${row}` : `${row}:${from}-${to}`)),
  )
}

describe('the pages of a report', () => {
  it('breaks pages between rows, the first one earlier', () => {
    // 217 pixels each: two on the first page, four on the others.
    expect(layout(Array.from({ length: 7 }, () => row(10)))).toEqual([
      ['0', '1'],
      ['2', '3', '4', '5'],
      ['6'],
    ])
  })

  it('splits only a note that is higher than a page, between lines', () => {
    expect(layout([row(10), row(98), row(1)])).toEqual([['0', '1:0-13'], ['1:13-57'], ['1:57-98', '2']])
  })

  it('does not start a long note with one or two lines at the bottom', () => {
    expect(layout([row(21), row(60)])).toEqual([['0'], ['1:0-44'], ['1:44-60']])
  })

  it('never overflows a page and never loses a line [T245]', () => {
    const rows = Array.from({ length: 300 }, (_, index) =>
      row(1 + ((index * 37) % 97), 20 * (1 + (index % 6))),
    )
    const pages = pageBreaks(rows, room)
    for (const [index, parts] of pages.entries()) {
      const heights = parts.map(({ row: index, from, to }) =>
        Math.max(rows[index]?.otherCells ?? 0, (to - from) * lineHeight),
      )
      const used = heights.reduce((sum, height) => sum + around + height, 0)
      expect(used).toBeLessThanOrEqual(index === 0 ? room.first : room.others)
    }
    for (const [index, { lines }] of rows.entries()) {
      const parts = pages.flat().filter((part) => part.row === index)
      expect(parts[0]?.from).toBe(0)
      expect(parts.at(-1)?.to).toBe(lines)
      for (const [at, part] of parts.entries()) if (at > 0) expect(part.from).toBe(parts[at - 1]?.to)
    }
  })

  it('ends even without room for a line', () => {
    expect(layout([row(3)], { first: 10, others: 10 })).toHaveLength(3)
  })
})
