import { isAscii, isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import papaparse from 'papaparse'
import { OperatorError } from '#server/operator-error.ts'

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

export const encodings = ['utf-8', 'windows-1252'] as const
type Encoding = (typeof encodings)[number]

const byteOrderMarks = { efbbbf: 'utf-8', fffe: 'utf-16le', feff: 'utf-16be' }

/** First bytes of Excel workbooks: .xlsx files are ZIP archives, .xls files compound files. */
const workbookSignatures = ['504b0304', 'd0cf11e0']

/** Decodes a text file. A byte order mark overrides `encoding`. */
export function decode(bytes: Uint8Array, encoding: Encoding = 'utf-8'): string {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  if (workbookSignatures.includes(start)) {
    throw new OperatorError(
      'This is a workbook, not a CSV file. Save it in Excel as "CSV UTF-8" and import that file.',
    )
  }
  const markedEncoding = Object.entries(byteOrderMarks).find(([mark]) => start.startsWith(mark))?.[1]
  // Decoded as windows-1252, UTF-8 would silently turn 'José' into 'JosÃ©'.
  if (!markedEncoding && encoding !== 'utf-8' && isUtf8(bytes) && !isAscii(bytes)) {
    throw new OperatorError('This file is UTF-8; leave --encoding out.')
  }
  const text = decodeAs(bytes, markedEncoding ?? encoding)
  if (text.includes('\0')) {
    throw new OperatorError(
      'This is not a text file. Save the spreadsheet in Excel as "CSV UTF-8" and import that file.',
    )
  }
  return text
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new OperatorError(
      `The file is not written in ${encoding.toUpperCase()}. Save it in Excel as "CSV UTF-8", ` +
        'or, if it comes from an older Windows program, add --encoding windows-1252',
    )
  }
}

/** Far more than a record has fields. Each heading is compared with all that are known. */
const mostColumns = 500

export interface TableRow {
  /** As in the spreadsheet: blank rows count, line breaks in quotes don't. */
  number: number
  cells: string[]
}

export interface Table {
  header: string[]
  rows: [TableRow, ...TableRow[]]
}

/** Declares the delimiter for Excel, which does not count the line as a row. */
const delimiterLine = /^"?sep=(.)"?(?:\n|$)/i

/** The header and the rows below it. Unless declared, the delimiter is the one that splits the header into most cells. */
export function readTable(text: string): Table {
  const lines = text.replace(/\r\n?/g, '\n')
  const content = lines.replace(delimiterLine, '')
  const delimiter = delimiterLine.exec(lines)?.[1] ?? delimiterOf(content)
  const { data, errors } = papaparse.parse<string[]>(content, { delimiter, newline: '\n' })
  if (errors[0]) {
    throw new OperatorError(
      `The quotation marks in row ${(errors[0].row ?? 0) + 1} don't match: one is never closed, or text follows ` +
        'the closing one. Nothing below it can be read.',
    )
  }
  const [header, first, ...others] = data
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!header) throw new OperatorError('The file is empty.')
  if (header.cells.length > mostColumns)
    throw new OperatorError(
      `The file has ${header.cells.length.toLocaleString('en-US')} columns, and can have ${mostColumns}. Delete those that are not needed.`,
    )
  if (!first) throw new OperatorError('The file has a header, but no row below it.')
  return { header: header.cells.map((heading) => heading.trim()), rows: [first, ...others] }
}

function delimiterOf(content: string): string {
  const begin = content.trimStart()
  const cellsBy = (delimiter: string) =>
    papaparse.parse<string[]>(begin, { delimiter, newline: '\n', preview: 1 }).data[0]?.length ?? 0
  return [',', ';', '\t'].reduce((best, next) => (cellsBy(next) > cellsBy(best) ? next : best))
}
