import papaparse from 'papaparse'
import { OperatorError } from '#server/operator-error.ts'

export interface TableRow {
  /** As a spreadsheet numbers it: a row with quoted line breaks is one, a blank one counts. */
  number: number
  cells: string[]
}

export interface Table {
  header: string[]
  rows: [TableRow, ...TableRow[]]
}

const delimiters = [',', ';', '\t']

/** Tells a spreadsheet the delimiter; it shows the header as row 1 all the same. */
const delimiterLine = /^"?sep=(.)"?(?:\n|$)/i

/** The header and the rows below it. The delimiter is the one said, or else that which makes the most of the header. */
export function readTable(text: string): Table {
  const lines = text.replace(/\r\n?/g, '\n')
  const content = lines.replace(delimiterLine, '')
  const delimiter = delimiterLine.exec(lines)?.[1] ?? delimiterOf(content)
  const { data, errors } = papaparse.parse<string[]>(content, { delimiter, newline: '\n' })
  const [error] = errors
  if (error) throw brokenQuotes((error.row ?? 0) + 1)
  const [header, first, ...others] = data
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!header) throw new OperatorError('The file is empty.')
  if (!first) throw new OperatorError('The file has a header, but no row below it.')
  return { header: header.cells.map((heading) => heading.trim()), rows: [first, ...others] }
}

function delimiterOf(content: string): string {
  const begin = content.trimStart()
  const cellsBy = (delimiter: string) =>
    papaparse.parse<string[]>(begin, { delimiter, newline: '\n', preview: 1 }).data[0]?.length ?? 0
  return delimiters.reduce((best, next) => (cellsBy(next) > cellsBy(best) ? next : best))
}

function brokenQuotes(row: number): OperatorError {
  return new OperatorError(
    `The quotation marks in row ${row} don't match: one is never closed, or more follows behind the closing one. ` +
      'Nothing below it can be read.',
  )
}
