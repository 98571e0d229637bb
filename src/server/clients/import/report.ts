import { open, rm } from 'node:fs/promises'
import papaparse from 'papaparse'
import { counted } from '#server/counted.ts'
import { OperatorError } from '#server/operator-error.ts'

/** An error or a warning about a row. */
export interface Finding {
  row: number
  /** The column; absent where it is about the row as a whole. */
  field?: string
  reason: string
  /** The cell's text in the file. */
  value?: string
}

export type OnProgress = (stage: 'Checking' | 'Importing', done: number, total: number) => void

/** Rows prevented the import; the findings name them. The message may be logged, so it must not quote cells. */
export class RowsRefused extends OperatorError {
  readonly findings: Finding[]

  constructor(findings: Finding[], message: string) {
    super(message)
    this.findings = findings
  }
}

/** A sentence for each finding in the first `maxRows` rows. `whereRest` says where to find the others. */
export function describeFindings(
  findings: Finding[],
  { maxRows, whereRest = '' }: { maxRows: number; whereRest?: string },
) {
  const rows = [...new Set(findings.map(({ row }) => row))]
  const described = new Set(rows.slice(0, maxRows))
  const sentences = findings
    .filter(({ row }) => described.has(row))
    .map(({ row, field, reason, value }) => {
      const position = field ? `Row ${row}, ${field}` : `Row ${row}`
      const cell = value?.trim()
      const found = cell === undefined ? '' : cell === '' ? ' (empty)' : ` (found "${printable(cell)}")`
      return `${position}: ${reason.replace(/\.$/, '')}${found}.`
    })
  const rest = rows.length - described.size
  if (rest > 0) sentences.push(`… and ${counted(rest, 'more row')}.${whereRest && ` ${whereRest}`}`)
  return sentences
}

const maxCharacters = 40
const escapes: Record<string, string> = { '\n': '\\n', '\t': '\\t' }

/** A cell's text for a terminal: shortened, with control characters and direction marks as escapes. */
export function printable(text: string): string {
  const characters = Array.from(text)
  const cut = characters.length > maxCharacters ? [...characters.slice(0, maxCharacters), '…'] : characters
  return cut
    .join('')
    .replace(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
      (character) => escapes[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
}

/**
 * Creates a file for the findings, which only the operator's account may read, because it is about clients. Without
 * findings it is removed at the end.
 */
export async function openReport(file: string) {
  const sentences: Record<string, string> = {
    EEXIST: `${file} already exists. Choose another name for --report.`,
    ENOENT: `The folder of the report ${file} does not exist.`,
    ENOTDIR: `The folder of the report ${file} does not exist.`,
    EACCES: `This account may not write ${file}.`,
  }
  const handle = await open(file, 'wx', 0o600).catch((error) => {
    const sentence = sentences[error.code]
    throw sentence ? new OperatorError(sentence) : error
  })
  return {
    async end(findings: Finding[]): Promise<void> {
      await handle.writeFile(asCsv(findings)).finally(() => handle.close())
      if (findings.length === 0) await rm(file)
    },
  }
}

/** Every value quoted and none that a spreadsheet would run as a formula, as in all CSV files of the product. */
function asCsv(findings: Finding[]): string {
  const fields = ['Row', 'Field', 'Reason', 'Found']
  const data = findings.map(({ row, field = '', reason, value }) => [
    row,
    field,
    reason,
    printable(value?.trim() ?? ''),
  ])
  const csv = papaparse.unparse({ fields, data }, { quotes: true, newline: '\r\n', escapeFormulae: true })
  return `\ufeff${csv}\r\n`
}
