import Papa from 'papaparse'
import { csvFormula } from '#contract/csv.ts'

/** Lines of a CSV file, each with its end; a spreadsheet runs none of them as a formula (docs/product.md 31). */
export function csvLines(rows: readonly (readonly string[])[]): string {
  const options = { quotes: true, newline: '\r\n', escapeFormulae: csvFormula }
  return `${Papa.unparse(rows as string[][], options)}\r\n`
}
