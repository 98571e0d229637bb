import { OperatorError } from '#server/operator-error.ts'
import type { ImportField } from './fields.ts'
import { shown } from './shown.ts'

/** What somebody has to put right in a row, or should know about it. */
export interface Finding {
  row: number
  /** Absent where it is about the row as a whole. */
  field?: ImportField
  reason: string
  /** As the file has it. */
  value?: string
}

/**
 * Nothing was imported, because of rows that somebody has to put right or decide about. The message says what it means
 * for the import; which rows they are, and with which cells, stands in no message.
 */
export class RowsRefused extends OperatorError {
  readonly findings: Finding[]

  constructor(findings: Finding[], message: string) {
    super(message)
    this.findings = findings
  }
}

interface Extent {
  /** How many rows are named; the others are counted. */
  most: number
  /** Where the others are named. */
  others?: string
}

/** A sentence for each finding. */
export function nameRows(findings: Finding[], { most, others = '' }: Extent): string[] {
  const rows = new Set(findings.map(({ row }) => row))
  const named = new Set([...rows].slice(0, most))
  const unnamed = rows.size - named.size
  return [
    ...findings.filter(({ row }) => named.has(row)).map(describe),
    ...(unnamed > 0 ? [`… and ${counted(unnamed, 'more row')}.${others && ` ${others}`}`] : []),
  ]
}

function describe({ row, field, reason, value }: Finding): string {
  const place = field ? `Row ${row}, ${field}` : `Row ${row}`
  const found =
    value === undefined ? '' : value.trim() === '' ? ' (empty)' : ` (found "${shown(value.trim())}")`
  return `${place}: ${reason.replace(/\.$/, '')}${found}.`
}

/** '1 row', '1,200 rows' */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
}
