import { open, rm } from 'node:fs/promises'
import papaparse from 'papaparse'
import type { ImportField, ImportFinding } from '#contract/clients/import-fields.ts'
import { counted } from '#server/counted.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type MappedColumns, nameOf } from './columns.ts'
import { printable } from './file-refused.ts'
import type { Table } from './read-table.ts'

/* What the operator's command prints. */

/** Rows prevented the import; the findings name them. The message may be logged, so it must not quote cells. */
export class RowsRefused extends OperatorError {
  readonly findings: readonly ImportFinding[]

  constructor(findings: readonly ImportFinding[], message: string) {
    super(message)
    this.findings = findings
  }
}

/** Shows each column, its field and the first row's value. */
export function describeColumns({ rows: [first] }: Table, { names, map }: MappedColumns): string {
  const fieldOf = new Map(
    Object.entries(map).map(([field, column]) => [column, nameOf(field as ImportField)]),
  )
  const headings = aligned(names.map((name) => printable(name)))
  const fields = aligned(names.map((_, column) => fieldOf.get(column) ?? '(ignored)'))
  const lines = headings.map((heading, column) => {
    const value = printable((first.cells[column] ?? '').trim()) || '(empty)'
    return `  ${heading}  →  ${fields[column]}  ${value}`
  })
  const status =
    map.status === undefined ? ['  There is no status column: clients are added without a status.'] : []
  return [`Columns, and what row ${first.number} has in them:`, ...lines, ...status].join('\n')
}

function aligned(words: string[]): string[] {
  const widest = Math.max(...words.map(({ length }) => length))
  return words.map((word) => word.padEnd(widest))
}

/** A sentence for each finding in the first `maxRows` rows. `whereRest` says where to find the others. */
export function describeFindings(
  findings: readonly ImportFinding[],
  { maxRows, whereRest = '' }: { maxRows: number; whereRest?: string },
) {
  const rows = [...new Set(findings.map(({ row }) => row))]
  const described = new Set(rows.slice(0, maxRows))
  const sentences = findings
    .filter(({ row }) => described.has(row))
    .map(({ row, field, reason, value, client }) => {
      const position = field ? `Row ${row}, ${nameOf(field)}` : `Row ${row}`
      const cell = value?.trim()
      const found = cell === undefined ? '' : cell === '' ? ' (empty)' : ` (found "${printable(cell)}")`
      return `${position}: ${reasonOf({ reason, client })}${found}.`
    })
  const rest = rows.length - described.size
  if (rest > 0) sentences.push(`… and ${counted(rest, 'more row')}.${whereRest && ` ${whereRest}`}`)
  return sentences
}

/** With the id of the client whom the row resembles. */
const reasonOf = ({ reason, client }: Pick<ImportFinding, 'reason' | 'client'>) =>
  `${reason.replace(/\.$/, '')}${client ? ` ${client}` : ''}`

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
    async end(findings: readonly ImportFinding[]): Promise<void> {
      await handle.writeFile(asCsv(findings)).finally(() => handle.close())
      if (findings.length === 0) await rm(file)
    },
  }
}

/** Every value quoted and none that a spreadsheet would run as a formula, as in all CSV files of the product. */
function asCsv(findings: readonly ImportFinding[]): string {
  const fields = ['Row', 'Field', 'Reason', 'Found']
  const data = findings.map(({ row, field, reason, value, client }) => [
    row,
    field ? nameOf(field) : '',
    reasonOf({ reason, client }),
    printable(value?.trim() ?? ''),
  ])
  const csv = papaparse.unparse({ fields, data }, { quotes: true, newline: '\r\n', escapeFormulae: true })
  return `\ufeff${csv}\r\n`
}
