import Papa from 'papaparse'
import { clientFields } from '#contract/clients/fields.ts'
import { csvFormula } from '#contract/csv.ts'
import { type FieldValue, isFilledIn, namesOf, type RecordField } from '#contract/record-field.ts'
import type { ListedClient } from './search-store.ts'

const names = namesOf(clientFields)

/**
 * A CSV file of all pages (docs/product.md 31), with the headings and values that the import reads
 * (`clients/import/columns.ts`). `beforeEnd` is awaited before its last bytes.
 */
export async function* csvFile(pages: AsyncIterable<ListedClient[]>, beforeEnd?: () => Promise<void>) {
  yield `\uFEFF${lines([names.map((name) => clientFields[name].label)])}`
  for await (const clients of pages) yield `\r\n${lines(clients.map(cellsOf))}`
  await beforeEnd?.()
  yield '\r\n'
}

/** A worker's cell holds the email address, which the import reads. */
function cellsOf({ workerEmail, ...client }: ListedClient): string[] {
  return names.map((name) => cellOf(clientFields[name], name === 'assignedTo' ? workerEmail : client[name]))
}

/** A value as a cell; choices by their labels, as the import reads them. */
export function cellOf({ kind, choices }: RecordField, value: FieldValue): string {
  if (!isFilledIn(value)) return ''
  // Excel shows a number of twelve digits and more as 2.52613E+11.
  if (kind === 'phone' && String(value).length > 11) return String(value).replace(/\d{3}(?=\d)/g, '$& ')
  if (kind === 'yes-no') return value ? 'Yes' : 'No'
  return choices?.[String(value)] ?? String(value)
}

/** Rows of a CSV file, without a line break at the end. */
export const lines = (rows: string[][]) =>
  Papa.unparse(rows, { quotes: true, newline: '\r\n', escapeFormulae: csvFormula })
