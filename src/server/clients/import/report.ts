import { open, rm } from 'node:fs/promises'
import papaparse from 'papaparse'
import { OperatorError } from '#server/operator-error.ts'

/** What is wrong in a row, or what the operator should know about it. */
export interface Finding {
  row: number
  /** The column; absent where it is about the row as a whole. */
  field?: string
  reason: string
  /** As the file has it. */
  value?: string
}

/** Hears how many rows of a stage are done, of how many. */
export type OnProgress = (stage: 'Checking' | 'Importing', done: number, total: number) => void

/** Nothing was imported because of rows. The findings name them; the message, which may be logged, holds no cell. */
export class RowsRefused extends OperatorError {
  readonly findings: Finding[]

  constructor(findings: Finding[], message: string) {
    super(message)
    this.findings = findings
  }
}

/** A sentence for each finding in the first `most` rows; `others` says where the rest is named. */
export function describeFindings(
  findings: Finding[],
  { most, others = '' }: { most: number; others?: string },
) {
  const rows = [...new Set(findings.map(({ row }) => row))]
  const named = new Set(rows.slice(0, most))
  const sentences = findings
    .filter(({ row }) => named.has(row))
    .map(({ row, field, reason, value }) => {
      const place = field ? `Row ${row}, ${field}` : `Row ${row}`
      const cell = value?.trim()
      const found = cell === undefined ? '' : cell === '' ? ' (empty)' : ` (found "${printable(cell)}")`
      return `${place}: ${reason.replace(/\.$/, '')}${found}.`
    })
  const unnamed = rows.length - named.size
  if (unnamed > 0) sentences.push(`… and ${counted(unnamed, 'more row')}.${others && ` ${others}`}`)
  return sentences
}

/** '1 row', '1,200 rows' */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
}

const longestShown = 40
const escapes: Record<string, string> = { '\n': '\\n', '\t': '\\t' }

/**
 * A text of the file as it may stand on a terminal: at most 40 characters, and what would move the cursor or turn the
 * writing direction is spelled out.
 */
export function printable(text: string): string {
  const characters = Array.from(text)
  const cut = characters.length > longestShown ? [...characters.slice(0, longestShown), '…'] : characters
  return cut
    .join('')
    .replace(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
      (character) => escapes[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
}

/**
 * Opens a new file for the findings before the work begins, readable by the operator only: it is about clients. Without
 * findings no file is left.
 */
export async function openReport(file: string) {
  const sentences: Record<string, string> = {
    EEXIST: `${file} is there already. Name a file for --report that is not.`,
    ENOENT: `There is no folder for the report ${file}.`,
    ENOTDIR: `There is no folder for the report ${file}.`,
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

/** Like every CSV file of the product: quoted, and nothing that a spreadsheet would run as a formula. */
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
