import { isAscii, isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import papaparse from 'papaparse'
import type { ImportEncoding } from '#contract/clients/import-fields.ts'
import { OperatorError } from '#server/operator-error.ts'
import { FileRefused } from './file-refused.ts'

/** Bytes. Enough for more clients than any provider has, and small enough to read at once. */
const maxFileSize = 50 * 1024 * 1024

/** Reads a file, a pipe or a device, up to 50 MB. */
export async function readBytes(file: string): Promise<Buffer> {
  const sentences: Record<string, string> = {
    ENOENT: `There is no file ${file}.`,
    ENOTDIR: `There is no file ${file}.`,
    EISDIR: `${file} is a folder. Name the file in it.`,
    EACCES: `This account may not read ${file}.`,
  }
  const bytes = await buffer(createReadStream(file, { end: maxFileSize })).catch((error) => {
    const sentence = sentences[error.code]
    throw sentence ? new OperatorError(sentence) : error
  })
  if (bytes.length <= maxFileSize) return bytes
  throw new OperatorError(`${file} is larger than 50 MB. Split it into several files, each with the header.`)
}

/** Far more than a record has fields. Each heading is compared with all that are known. */
const mostColumns = 500

const saveAsCsv = 'Save it in Excel as "CSV UTF-8" and import that file.'
const noText = () => new FileRefused('file', `This is not a text file. ${saveAsCsv}`)

const byteOrderMarks = { efbbbf: 'utf-8', fffe: 'utf-16le', feff: 'utf-16be' }

/** First bytes of Excel workbooks: .xlsx files are ZIP archives, .xls files compound files. */
const workbookSignatures = ['504b0304', 'd0cf11e0']

const pdfSignature = '25504446'

/** Decodes a text file. A byte order mark overrides `encoding`. */
export function decode(bytes: Uint8Array, encoding: ImportEncoding = 'utf-8'): string {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  if (workbookSignatures.includes(start))
    throw new FileRefused('file', `This is a workbook, not a CSV file. ${saveAsCsv}`)
  const markedEncoding = Object.entries(byteOrderMarks).find(([mark]) => start.startsWith(mark))?.[1]
  if (start === pdfSignature || (!markedEncoding && bytes.includes(0))) throw noText()
  // Decoded as windows-1252, UTF-8 would silently turn 'José' into 'JosÃ©'.
  if (!markedEncoding && encoding !== 'utf-8' && isUtf8(bytes) && !isAscii(bytes))
    throw new FileRefused('encoding', 'The file is written in UTF-8. Choose that encoding.')
  const text = decodeAs(bytes, markedEncoding ?? encoding)
  if (text.includes('\0')) throw noText()
  return text
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new FileRefused(
      'encoding',
      `The file is not written in ${encoding.toUpperCase()}. Save it in Excel as "CSV UTF-8", or choose the encoding of the program that it comes from.`,
    )
  }
}

export interface TableRow {
  /** As in the spreadsheet: blank rows count, line breaks in quotes don't. */
  number: number
  cells: string[]
}

export interface Table {
  header: string[]
  headingsRow: number
  rows: [TableRow, ...TableRow[]]
}

/** Declares the delimiter for Excel, which does not count the line as a row. */
const delimiterLine = /^"?sep=(.)"?(?:\n|$)/i

/** The headings, and the rows below them. Titles above the headings are left out, and so are columns without a cell. */
export function readTable(text: string, isHeading: (cell: string) => boolean = () => false): Table {
  const lines = text.replace(/\r\n?/g, '\n')
  const content = lines.replace(delimiterLine, '')
  const declared = delimiterLine.exec(lines)?.[1]
  const { delimiter, headingsRow } = findHeadings(
    content,
    declared ? [declared] : [',', ';', '\t'],
    isHeading,
  )
  const { data, errors } = papaparse.parse<string[]>(content, { delimiter, newline: '\n' })
  if (errors[0])
    throw new FileRefused(
      'file',
      `The quotation marks in row ${(errors[0].row ?? 0) + 1} don't match: one is never closed, or text follows the closing one. Nothing below it can be read.`,
    )
  const filled = data
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ number, cells }) => number >= headingsRow && !isBlank(cells))
  const [header, first, ...others] = filled
  if (!header) throw new FileRefused('file', 'The file is empty.')
  const width = usedColumns(filled.map(({ cells }) => cells.slice(0, header.cells.length)))
  if (width > mostColumns)
    throw new FileRefused(
      'file',
      `The file has ${width.toLocaleString('en-US')} columns, and can have ${mostColumns}. Delete those that are not needed.`,
    )
  if (!first) throw new FileRefused('file', 'The file has a header, but no row below it.')
  return {
    header: header.cells.slice(0, width).map((heading) => heading.trim()),
    headingsRow: header.number,
    rows: [first, ...others],
  }
}

const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === '')

/** Spreadsheets export columns that are empty from top to bottom. */
function usedColumns(rows: string[][]): number {
  return rows.reduce(
    (most, cells) => Math.max(most, cells.findLastIndex((cell) => cell.trim() !== '') + 1),
    0,
  )
}

/** How many rows from the top may be titles, or blank. */
const mostTitles = 20

/**
 * The headings are in the row with the most known ones, at least two, by the delimiter that shows them. If none has two, they
 * are in the first row, and the delimiter is the one that splits it into most cells.
 */
function findHeadings(content: string, delimiters: string[], isHeading: (cell: string) => boolean) {
  const found = delimiters.flatMap((delimiter) => {
    const { data } = papaparse.parse<string[]>(content, { delimiter, newline: '\n', preview: mostTitles })
    const first = data.findIndex((cells) => !isBlank(cells))
    return data.flatMap((cells, index) => {
      const known = cells.slice(0, mostColumns).filter(isHeading).length
      if (index !== first && known < 2) return []
      return [{ delimiter, headingsRow: index + 1, known: known < 2 ? 0 : known, cells: cells.length }]
    })
  })
  const [best] = found.sort(
    (a, b) =>
      b.known - a.known ||
      b.cells - a.cells ||
      delimiters.indexOf(a.delimiter) - delimiters.indexOf(b.delimiter),
  )
  return best ?? { delimiter: ',', headingsRow: 1 }
}
